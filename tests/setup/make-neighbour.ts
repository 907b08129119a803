import { writeFileSync } from 'node:fs'
import { closeDatabase } from '~/database/database.server'
import { makeNeighbour, neighbourEmail, statementsThatCopy } from '../factories/neighbour'
import { readRow } from '../factories/read'

/*
 * Creates the neighbour school, a copy of the demo school, unless the database has it. Writes the statements that copy
 * it into another database to the file of the first argument, which `makeDatabase` in tests/factories/app.ts reads.
 */
const schoolOf = (email: string) =>
  readRow<{ id: number }>('SELECT id FROM schools WHERE email = :email ORDER BY id LIMIT 1', { email })
const demo = await schoolOf('office@demo.shala.test')
if (!demo) throw new Error('The neighbour is a copy of the demo school, which is missing')
const made = await schoolOf(neighbourEmail)
const schoolId = made?.id ?? (await makeNeighbour(demo.id))
writeFileSync(process.argv[2] ?? '', JSON.stringify(await statementsThatCopy(schoolId)))
await closeDatabase()
