import { whileSchemaLocked } from '~/database/schema-lock.server'

/** Runs work that must not run beside other work of this kind, and prints a message while it waits. */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  return whileSchemaLocked(work, () =>
    console.log('Waiting for another migration, backup or restore of this database …'),
  )
}
