import { whileSchemaLocked } from '~/database/schema-lock.server'

/** Does what must not happen beside another of its kind, and tells whoever waits for it. */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  return whileSchemaLocked(work, () =>
    console.log('Waiting for another migration, backup or restore of this database …'),
  )
}
