/** The portal itself in the audit log: actions of the worker, and changes that follow from another user's action. */
export const systemActor = { kind: 'system', id: null, name: 'Shala' } as const
