import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/*
 * Statements that MariaDB accepts and MySQL rejects. `npm run test:mysql` runs all migrations on MySQL; this list
 * catches the usual slips in every test run, also on machines without MySQL.
 */
const mariaDbOnly = [
  /\b(ADD|DROP|MODIFY|CHANGE|RENAME)\s+(COLUMN|INDEX|KEY|CONSTRAINT|FOREIGN KEY|PARTITION)?\s*IF\s+(NOT\s+)?EXISTS\b/i,
  /\b(CREATE|DROP)\s+(UNIQUE\s+)?INDEX\s+IF\s+(NOT\s+)?EXISTS\b/i,
  /\bCREATE\s+OR\s+REPLACE\s+(TABLE|INDEX)\b/i,
  /\bCREATE\s+SEQUENCE\b/i,
  /\bRETURNING\b/i,
  /\b(INET6|UUID)\s+(NOT\s+)?NULL\b/i,
  /\bWITH\s+SYSTEM\s+VERSIONING\b/i,
  /\bPERSISTENT\b/i,
]

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })

it.each(files.filter((name) => /^(migrations|baselines).*\.ts$/.test(name) && !name.endsWith('.test.ts')))(
  '%s has no statement that MySQL refuses',
  (name) => {
    const text = readFileSync(path.join(import.meta.dirname, name), 'utf8')
    expect(mariaDbOnly.map((pattern) => pattern.exec(text)?.[0]).filter(Boolean)).toEqual([])
  },
)
