/** Creates a function that returns the label of a value in the user's language. */
export const labelsFor =
  <Value extends string>(words: Readonly<Record<Value, () => string>>) =>
  (value: Value): string =>
    words[value]()

/** Creates a function that returns the error message of a refusal with its field; '' for no particular field. */
export const errorsFor =
  <Reason extends string, Field extends string>(
    troubles: Readonly<Record<Reason, readonly [field: Field | '', say: () => string]>>,
  ) =>
  (reason: Reason): { field: Field | ''; message: string } => {
    const [field, say] = troubles[reason]
    return { field, message: say() }
  }
