import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { select } from '~/database/database.server'
import { makeSchool } from '../../tests/factories/school'
import { auditSubjects, leftTables, schoolTables, schoolToMove } from './school-tables'

describe('what belongs to a school', () => {
  it('is said of every table and every number of today’s schema', async () => {
    // It throws over what nobody has said.
    const names = (await schoolTables()).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(90)
    expect(names.filter((name) => leftTables().some((left) => left.name === name))).toEqual(['jobs'])
  })

  it('is all moved or left behind to be removed: no table with the number of a school is forgotten', async () => {
    const said = new Set([...(await schoolTables()), ...leftTables()].map(({ name }) => name))
    const tables = await select<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = 'school_id'",
    )
    expect(tables.length).toBeGreaterThan(80)
    expect(tables.map(({ name }) => name).filter((name) => !said.has(name))).toEqual([])
  })

  it('is asked of a school that there is', async () => {
    const { id, publicId, name } = await makeSchool()
    expect(await schoolToMove(publicId)).toEqual({ id, publicId, name })
    await expect(schoolToMove('nobodys-id')).rejects.toThrow('There is no school nobodys-id.')
  })

  it('is said of everything that the audit log tells of', () => {
    const files = readdirSync('app/models', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.server.ts'),
    )
    const kinds = files.flatMap((name) => {
      const source = readFileSync(`app/models/${name}`, 'utf8')
      const described = /plainRecords|savePicture/.test(source) ? source.matchAll(/^\s*kind: '([a-z-]+)',/gm) : []
      return [...source.matchAll(/subject: \{ kind: '([a-z-]+)'/g), ...described].map(([, kind]) => kind ?? '')
    })
    expect(new Set(kinds).size).toBeGreaterThan(25)
    expect([...new Set(kinds)].filter((kind) => auditSubjects[kind] === undefined)).toEqual([])
  })
})
