/** Result of a use case: done, or a refusal with its reason. Unexpected errors are thrown. */
export type Outcome<Value, Reason extends string> = { ok: true; value: Value } | { ok: false; reason: Reason }

export function done(): { ok: true; value: undefined }
export function done<Value>(value: Value): { ok: true; value: Value }
export function done<Value>(value?: Value) {
  return { ok: true as const, value }
}

export function refused<Reason extends string>(reason: Reason): { ok: false; reason: Reason } {
  return { ok: false, reason }
}
