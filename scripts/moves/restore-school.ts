import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { number, selectRow } from '~/database/database.server'
import { env } from '~/env.server'
import { receiptNumber } from '~/models/money/ledger/rules'
import { newToken } from '~/services/secrets/secrets.server'
import { readText } from '../backups/manifest'
import { Trouble } from '../processes.mjs'
import { type ExportedSchool, exportSchool, filesThere } from './export-school'
import type { ExtractedSchool } from './extract-school'
import { importSchool, schoolDigest } from './import-school'
import { toTrouble } from './plain-trouble'
import { parseRows, schoolFile } from './school-file'
import { rowsConnection, schoolCondition, sqlOn } from './school-rows'
import { schoolTables } from './school-tables'
import { scratchDatabase } from './scratch-database'

export interface SchoolRestore {
  backup: string
  publicId: string
  /** Folder for the sealed file of the current state, and for the temporary working copy. */
  folder: string
  replace: boolean
  /** Called with the kept file before the school changes. */
  onKept: (exportedSchool: ExportedSchool) => void
}

/** Rows that the school has today and the backup does not. */
export interface LostRows {
  /** Count by table. */
  rows: Record<string, number>
  /** Receipt numbers among the lost rows. */
  receipts: string[]
}

export interface RestoredSchool {
  extracted: ExtractedSchool
  /** Losses of a school that still exists here; null when it does not. */
  lost: LostRows | null
  isDone: boolean
}

/**
 * Restores one school from a backup of the whole installation, while the other schools keep working. An existing school
 * is replaced only with `replace`, after its current state has been kept as a sealed file. The caller holds the
 * schema's lock.
 * @throws Trouble, with nothing changed, when the backup is damaged, was made by a newer version or with another key,
 * or lacks the school, when the disk is full, or when the school changes during the restore
 */
export async function restoreSchool(restore: SchoolRestore): Promise<RestoredSchool> {
  const { backup, publicId, folder } = restore
  const here = await selectRow({ id: number('id') }, 'FROM schools WHERE public_id = :publicId', { publicId })
  const key = newToken()
  const file = path.resolve(folder, `restore-${publicId.toLowerCase()}-${process.pid}.tar.age`)
  const scratch = await scratchDatabase()
  try {
    const extracted = await extract({ backup, publicId, file, key, scratch: scratch.url })
    const lost = here && (await lostRows(here.id, file, key))
    if (here && !restore.replace) return { extracted, lost, isDone: false }
    await bringIn(here?.id ?? null, file, key, restore)
    return { extracted, lost, isDone: true }
  } catch (error) {
    const trouble = toTrouble(error, folder)
    throw trouble instanceof Trouble ? new Trouble(`${trouble.message}\nThe school was not changed.`) : trouble
  } finally {
    await rm(file, { force: true })
    await scratch.drop()
  }
}

async function bringIn(here: number | null, file: string, key: string, restore: SchoolRestore): Promise<void> {
  if (here === null) {
    await importSchool(file, key, { reason: 'restore' })
    return
  }
  // Computed before the copy, so that a later change, which may be missing from the copy, stops the restore.
  const state = await schoolDigest(here)
  restore.onKept(await exportSchool(restore.publicId, restore.folder, { evenWithOpenWork: true, filesOf: filesThere }))
  await importSchool(file, key, { replaces: { id: here, state }, reason: 'restore' })
}

interface Extraction {
  backup: string
  publicId: string
  file: string
  key: string
  scratch: string
}

/** Extracts the school in a separate process, because a process uses only one database. */
async function extract({ backup, publicId, file, key, scratch }: Extraction): Promise<ExtractedSchool> {
  const { DATABASE_URL: _, DATABASE_REPLICA_URL: __, ...rest } = process.env
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shala-scratch-'))
  const address = path.join(folder, 'database-url')
  // `…_FILE` settings override systemd credentials; an empty file means no setting.
  const settings = { ...rest, DATABASE_URL_FILE: address, DATABASE_REPLICA_URL_FILE: os.devNull, SCHOOL_FILE_KEY: key }
  const program = path.join(env().SHALA_BUILD_DIR, 'schools.js')
  try {
    await writeFile(address, scratch, { mode: 0o600 })
    return await new Promise((resolve, fail) => {
      execFile(process.execPath, [program, 'extract', backup, publicId, file], { env: settings }, (error, out, err) => {
        if (error) fail(new Trouble(err.trim() || error.message))
        else resolve(JSON.parse(out.trim().split('\n').at(-1) ?? ''))
      })
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Counts the current rows whose public ids are not in the file. */
async function lostRows(id: number, file: string, key: string): Promise<LostRows> {
  const tables = (await schoolTables()).filter(({ columns }) => columns.includes('public_id'))
  const exportedIds = new Map(tables.map(({ name }) => [name, new Set<string>()]))
  for await (const entry of schoolFile(file, key)) {
    const names = entry.name.startsWith('rows/') ? exportedIds.get(entry.name.split('/')[1] ?? '') : undefined
    if (!names) for await (const _ of entry.content);
    else for (const { row } of parseRows(await readText(entry))) names.add(String(row.public_id))
  }
  const lost: LostRows = { rows: {}, receipts: [] }
  const connection = await rowsConnection()
  try {
    for (const table of tables) {
      const isReceipts = table.name === 'receipts'
      const columns = isReceipts ? 'public_id, financial_year, number' : 'public_id'
      const order = isReceipts ? 'ORDER BY financial_year, number' : ''
      const rows = await sqlOn(connection)(
        `SELECT ${columns} FROM ${table.name} WHERE ${schoolCondition(table, id)} ${order}`,
      )
      const missingRows = rows.filter((row) => !exportedIds.get(table.name)?.has(String(row.public_id)))
      if (missingRows.length > 0) lost.rows[table.name] = missingRows.length
      if (isReceipts)
        lost.receipts = missingRows.map((row) => receiptNumber(String(row.financial_year), Number(row.number)))
    }
  } finally {
    connection.destroy()
  }
  return lost
}
