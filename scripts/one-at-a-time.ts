import { whileSchemaLocked } from '~/database/schema-lock.server'

/** Runs work under the schema's lock. Prints a message while it waits for another migration, backup or restore. */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  return whileSchemaLocked(work, () =>
    console.log('Waiting for another migration, backup or restore of this database …'),
  )
}
