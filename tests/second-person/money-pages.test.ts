import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callersOf } from './callers'

const office = 'routes/school+/_shell+'
const tests = `app/${office}/second-person+`
const pages = `${tests}/pages.db.test.ts`
const settings = `${tests}/settings.db.test.ts`

/** Each action that pays money out or changes where families pay, with the test in which two people post it at once. */
const underSecondPerson: Record<string, string> = {
  [`${office}/_hostels+/hostel-applications.$id.refund`]: pages,
  [`${office}/_hostels+/hostels.$id.edit`]: settings,
  [`${office}/_hostels+/hostels.new`]: settings,
  [`${office}/collections+/$id.bounce`]: pages,
  [`${office}/collections+/$id.correction`]: pages,
  [`${office}/collections+/$id.refund`]: pages,
  [`${office}/orders+/$id.cancellation`]: pages,
  [`${office}/second-person+/$id.index`]: pages,
  [`${office}/settings+/fees`]: settings,
  [`${office}/settings+/payments.index`]: settings,
  [`${office}/settings+/payments.removal`]: settings,
  [`${office}/settings+/second-person`]: settings,
  [`${office}/staff+/$id.edit`]: settings,
  [`${office}/staff+/$id.status`]: settings,
  [`${office}/transport-applications+/$id.refund`]: pages,
}
/** Actions that `callersOf` finds although they write no bank account: they use other methods of the hostels' table. */
const withoutAccount = ['hostels.$id.delete', 'hostels.$id.picture', 'hostels.$id.rooms.new'].map(
  (name) => `${office}/_hostels+/${name}`,
)
/**
 * Jobs that pay money out in the name of the user who posted a form: each with the action that starts it, and with the
 * test in which two people post that action at once and the job then runs.
 */
const jobs: Record<string, { action: string; test: string }> = {
  'jobs/registry.server takeImportBack': {
    action: `${office}/imports+/$id.undo`,
    test: 'app/models/entry/imports/undo/undo-agreed.db.test.ts',
  },
}

const callers = callersOf(
  ['moneyOut', 'planMoneyOutStep', 'secondPersonStep'].map(
    (name) => `models/people/second-person/money-out.server ${name}`,
  ),
)

/** Routes whose action the test file imports, without the office's folder. */
function importedActions(file: string): string[] {
  const imports = readFileSync(file, 'utf8').match(/(?<=^import .*\baction\b.* from ').*(?=')/gm) ?? []
  return imports.map((name) => name.replace('../', '').replace('./', 'second-person+/').replace(`~/${office}/`, ''))
}

describe('actions that may need a second person', () => {
  it('are all listed in this test, so that a new action needs a test in which two people post it at once', () => {
    const actions = callers.filter((name) => name.startsWith('routes/') && name.endsWith(' action'))
    const found = actions.map((name) => name.replace(/ action$/, ''))
    expect(found).toEqual([...Object.keys(underSecondPerson), ...withoutAccount].sort())
  })

  it.each(Object.entries(underSecondPerson))('include %s, and its test imports the action', (route, file) => {
    expect(importedActions(file)).toContain(route.replace(`${office}/`, ''))
  })

  it('include the job that takes imported payments back: its test imports the action that starts it', () => {
    expect(callers.filter((name) => /^jobs\/\S+ take/.test(name))).toEqual(Object.keys(jobs))
    for (const { action, test } of Object.values(jobs))
      expect(importedActions(test)).toContain(action.replace(`${office}/`, ''))
  })
})
