/** The portal itself, for the audit log: what nobody asked for, the worker or a step that follows from another's act did. */
export const systemActor = { kind: 'system', id: null, name: 'Shala' } as const
