import { checkedEntries, type Manifest } from '../backups/manifest'
import { type Entry, readSealed } from '../backups/sealed-archive'
import { Trouble } from '../processes.mjs'
import { parseRow } from './school-rows'
import type { SchoolTable } from './school-tables'

/** First entry of a school's file: the school that owns the rows. */
export const headName = 'school.json'

/** Yields the entries of a school's file; after the last one, compares them with the manifest and returns it. */
export function schoolFile(file: string, key: string): AsyncGenerator<Entry, Manifest> {
  return checkedEntries(readSealed(file, [key], `${file} was made with another key.`), file)
}

/** Table of the rows in an entry. @throws Trouble when this version has no such table */
export function tableOfEntry(entryName: string, tables: readonly SchoolTable[]): SchoolTable {
  const [, name] = entryName.split('/')
  const table = tables.find((one) => one.name === name)
  if (!table)
    throw new Trouble(
      `The file has rows of the table ${name}, which this version does not know. Bring both installations to the same version first.`,
    )
  return table
}

/** Parses the rows in the text of a table's entry. */
export const parseRows = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map(parseRow)
