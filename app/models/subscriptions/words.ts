/** Says a value in the reader's language. */
export const saying =
  <Value extends string>(words: Readonly<Record<Value, () => string>>) =>
  (value: Value): string =>
    words[value]()

/** Says why something is refused, and which field it belongs to; '' for what belongs to none. */
export const sayingTrouble =
  <Reason extends string, Field extends string>(
    troubles: Readonly<Record<Reason, readonly [field: Field | '', say: () => string]>>,
  ) =>
  (reason: Reason): { field: Field | ''; message: string } => {
    const [field, say] = troubles[reason]
    return { field, message: say() }
  }
