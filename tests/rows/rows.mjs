import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mysql from 'mysql2'
import ts from 'typescript'
import { startDatabase, testDatabase } from '../../scripts/database.mjs'
import { root, runMain, runProgram } from '../../scripts/processes.mjs'
import { answersIn, faultsOf, faultsOfModel, isOfNothing, modelsIn, rowsAsked } from './row-types.mjs'

/*
 * `npm run rows`                      runs the tests and compares every row type of the product with the database's
 * results (decision 24)
 * `npm run rows -- app/models/money/fees`   runs only the named tests, and checks the row types that they reach
 * The gate runs the tests itself and passes ROWS_FOLDER with their records, and ROWS_WHOLE=1 when it ran all of them.
 */

await runMain(async () => {
  const files = process.argv.slice(2)
  if (process.env.ROWS_FOLDER) return compare(process.env.ROWS_FOLDER, process.env.ROWS_WHOLE === '1')
  const folder = mkdtempSync(join(tmpdir(), 'shala-rows-'))
  const database = await startDatabase(folder, testDatabase)
  try {
    process.env.TEST_DATABASE_URL = database.url
    process.env.ROWS_FOLDER = join(folder, 'rows')
    await runProgram(join(root, 'node_modules/.bin/vitest'), ['run', ...files])
    await compare(process.env.ROWS_FOLDER, files.length === 0)
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Reports mismatches; in a whole run also statements that no test runs. */
async function compare(folder, isWhole) {
  const program = programOfReads()
  const asked = rowsAsked(program, root, 'app')
  const answers = answersIn(folder, asked)
  const connection = mysql.createConnection(process.env.TEST_DATABASE_URL.replace(/^mariadb:/, 'mysql:'))
  const checker = program.getTypeChecker()
  const models = modelsIn(program, root, 'app')
  const faults = []
  const hold = (place, found) => faults.push(...found.map((fault) => `${place} ${fault}`))
  for (const [place, model] of models) hold(place, await faultsOfModel(model, checker, connection))
  const read = [...asked].filter(([, { type }]) => type && !isOfNothing(type))
  for (const [place, call] of read) {
    const answer = answers.get(place)
    // A partial run may have read only the tables in which a column is never null.
    const counts = (fault) => isWhole || !/ is never null,/.test(fault)
    if (answer) hold(place, (await faultsOf(call, answer, checker, connection)).filter(counts))
    else if (isWhole) hold(place, ['is asked by no test'])
  }
  connection.end()
  for (const fault of faults) console.log(fault)
  console.log(`${answers.size} reads and ${models.size} models held against the database: ${faults.length} faults.`)
  if (faults.length > 0 || answers.size === 0) process.exitCode = 1
}

/** Returns the sources that read rows, with their imports: a fifth of the types, checked in a tenth of the time. */
function programOfReads() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
  const files = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.server.ts'))
    .map((name) => join(root, 'app', name))
    .filter((name) => /\bselect\w*[(<]|\.init\(/.test(readFileSync(name, 'utf8')))
  return ts.createProgram(files, { ...options, types: ['node'] })
}
