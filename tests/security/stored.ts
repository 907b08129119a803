import { select } from '~/database/connection.server'
import type { House } from './house'

/** Rows that every visit may write: they say who looked and how often, and belong to nobody's data. */
const passing = ['sessions', 'throttles', 'device_cookies', 'migrations']

const tables = new WeakMap<House, Promise<string[]>>()

async function tablesOf(): Promise<string[]> {
  const rows = await select<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY table_name`,
  )
  return rows.map((row) => row.name).filter((name) => !passing.includes(name))
}

/** Fingerprint of everything stored in the house: rows and their content. */
export async function contentOf(house: House): Promise<string> {
  let names = tables.get(house)
  if (!names) {
    names = tablesOf()
    tables.set(house, names)
  }
  const rows = await select<{ Table: string; Checksum: string | number | null }>(
    `CHECKSUM TABLE ${(await names).join(', ')}`,
  )
  return rows.map((row) => `${row.Table}:${row.Checksum}`).join('\n')
}
