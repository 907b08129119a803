import { closeDatabase } from '~/database/database.server'
import { decideAboutSchool, findRegistered, listNotApproved } from '~/models/schools/approval.server'
import { schoolScope, systemScope } from '~/models/shared/scope.server'

/*
 * `npm run schools -- list | approve <id> | refuse <id>`: which schools registered and wait, and the operator's word about one. Ids are
 * those of the list; a refused school may be approved later, and an approved one refused.
 */
const verdicts = { approve: 'approved', refuse: 'refused' } as const

try {
  const [command = 'list', publicId = ''] = process.argv.slice(2)
  if (command === 'list') await list()
  else if (command === 'approve' || command === 'refuse') await decide(publicId, verdicts[command])
  else fail('Say what to do: list, approve <id> or refuse <id>.')
} finally {
  await closeDatabase()
}

async function list(): Promise<void> {
  const schools = await listNotApproved(systemScope())
  if (schools.length === 0) console.log('No school waits.')
  for (const { publicId, approval, registeredAt, name, email, address } of schools) {
    console.log(
      [publicId, approval, registeredAt.toISOString().slice(0, 10), name, email, address].map(oneLine).join('\t'),
    )
  }
}

async function decide(publicId: string, verdict: 'approved' | 'refused'): Promise<void> {
  const school = await findRegistered(systemScope(), publicId)
  if (!school) return fail(`There is no school ${oneLine(publicId)}.`)
  await decideAboutSchool(schoolScope(school.id, { kind: 'system', id: null, name: 'Operator' }), verdict)
  console.log(`${oneLine(school.name)} is ${verdict}.`)
}

/** What people typed, for a terminal: nothing that moves the cursor or begins a line of its own. */
function oneLine(text: string): string {
  return text.replace(/\p{C}+/gu, ' ')
}

function fail(words: string): void {
  console.error(words)
  process.exitCode = 1
}
