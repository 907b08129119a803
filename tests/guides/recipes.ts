import { existsSync, readFileSync } from 'node:fs'
import { changesOf, type FileChange, filesIn } from './recipe'

interface Limits {
  /** Maximum number of files that the recipe may change, including its tests. */
  max: number
  /** Number of further files that the guide names only in words; they count too. */
  further?: number
  /** Tests that run in the changed copy to show that the recipe works, in addition to `<name>.proof.ts`. */
  seenBy: readonly string[]
}

/** Tests that run for every recipe: those of the schema, the field classes and the words. */
const always = [
  'app/kit/tables/table.db.test.ts',
  'app/models/entry/retention/field-classes.db.test.ts',
  'app/models/entry/retention/record.test.ts',
  'prisma-free-db/migrations.test.ts',
  'tests/words.test.ts',
]

const limits: Readonly<Record<string, Limits>> = {
  'add-a-field': {
    max: 6,
    seenBy: [
      ...always,
      'app/models/entry/admissions/admit-student.db.test.ts',
      'app/models/entry/imports/values/cells.test.ts',
      'app/models/entry/imports/export-students.db.test.ts',
      'app/models/people/students/change-requests/change-requests.db.test.ts',
      'app/models/people/students/describe/sections.db.test.ts',
      'app/models/people/students/own-data.db.test.ts',
      'app/models/people/students/section-schemas.test.ts',
      'tests/pages/files.db.test.ts',
    ],
  },
  'add-a-page': {
    max: 11,
    seenBy: [
      ...always,
      'scripts/moves/school-tables.db.test.ts',
      'tests/routes.test.ts',
      'tests/security/audited.test.ts',
      'tests/pages/files.db.test.ts',
    ],
  },
  'add-a-payment-method': { max: 6, seenBy: [...always, 'tests/pages/files.db.test.ts'] },
  'add-a-role': {
    max: 5,
    seenBy: [
      ...always,
      'app/components/ui/side-nav.test.tsx',
      'app/models/people/accounts/staff/staff.db.test.ts',
      'tests/routes.test.ts',
      'tests/security/permissions.test.ts',
    ],
  },
  // Message files do not count. tests/languages/add-a-language.test.ts executes this recipe. A language with a new
  // script changes four more files: the list of its letters, the list of fonts, package.json and package-lock.json.
  'add-a-language': { max: 7, further: 4, seenBy: [] },
}

export interface Recipe extends Limits {
  name: string
  changes: readonly FileChange[]
}

/** The recipes whose guide exists, with their changes. */
export const recipes: readonly Recipe[] = Object.entries(limits).flatMap(([name, one]) => {
  const guide = `docs/guides/${name}.md`
  const changes = existsSync(guide) ? changesOf(readFileSync(guide, 'utf8')) : []
  return changes.length > 0 ? [{ name, changes, ...one }] : []
})

/** Number of files that a recipe changes. */
export const countFiles = ({ changes, further = 0 }: Recipe) => filesIn(changes).length + further
