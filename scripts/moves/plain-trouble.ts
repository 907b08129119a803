import { Trouble } from '../processes.mjs'

/** Turns errors of a full disk or a concurrent writer into a Trouble; returns other errors unchanged. */
export function toTrouble(error: unknown, folder: string): unknown {
  const { code, errno, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Trouble(`There is no room left in ${folder}, or where the files lie.`)
  if (errno === 1114 || errno === 1021) return new Trouble(`The disk of the database is full: ${message}.`)
  // Deadlock and lock wait timeout.
  if (errno === 1213 || errno === 1205)
    return new Trouble('Somebody wrote in this school at the same moment. Try again when nobody works in it.')
  return error
}
