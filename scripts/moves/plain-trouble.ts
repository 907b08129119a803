import { Trouble } from '../processes.mjs'

/** Turns errors of a full disk or a concurrent writer into a Trouble; returns other errors unchanged. */
export function toTrouble(error: unknown, folder: string): unknown {
  const { code, errno, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Trouble(`There is no space left in ${folder}, or in the file store.`)
  if (errno === 1114 || errno === 1021) return new Trouble(`The disk of the database is full: ${message}.`)
  // Deadlock and lock wait timeout.
  if (errno === 1213 || errno === 1205)
    return new Trouble('The school was changed at the same moment. Try again when no one is working in it.')
  return error
}
