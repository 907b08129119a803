import { randomUUID } from 'node:crypto'
import {
  flag,
  inParts,
  lockRows,
  number,
  type RowOf,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { fieldSchema } from '~/kit/forms/form-schema.server'
import { counted } from '~/models/core/shared/counted'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { idsOfBatch, type NewLink, rightsIn, writeBatch } from '~/models/people/guardians/batches.server'
import { guardianForm, relationWords } from '~/models/people/guardians/guardian-fields'
import { type GuardianRelation, guardianRelations } from '~/models/people/guardians/options'
import { type PlannedValue, Totals, withoutClass } from '../preview'
import { byWord, readChoice } from '../values/cells'
import { readMobile } from '../values/phones'
import { parentName, withoutTitles } from '../values/titles'
import { type ClassesOfStudents, readClassesOf, studentValues } from './fee-rows.server'
import { column, lackingColumns, readerOf } from './field-reader'
import type { FieldRule } from './field-rule'
import { type GuardianRow, type KnownGuardian, type PlannedLink, planGuardians } from './plan-guardians'
import {
  type ImportPlan,
  type ImportSettings,
  type KindOfImport,
  type ReadRow,
  rejectedFor,
  type Verdict,
} from './port'
import { nothing } from './preview-fields'
import { namesStudents, studentColumns, studentFinder } from './students/find-students.server'
import { readWithoutRemark } from './students/given-names'

const { name, mobileNumber, email } = guardianForm.fields
const relationLabels = Object.values(relationWords)

/** Words that offices use for each relation, as `looseKey` returns them. */
const relations = byWord({
  [relationWords.father]: 'f dad papa pita पिता पिताजी પિતા પિતાશ્રી',
  [relationWords.mother]: 'm mom mummy mata माता मां माँ માતા માતુશ્રી મમ્મી',
  [relationWords.grandparent]:
    'grandfather grandmother grandpa grandma dada dadi nana nani दादा दादी नाना नानी દાદા દાદી નાના નાની',
  [relationWords.guardian]: 'g legalguardian localguardian vali palak अभिभावक पालक વાલી',
  [relationWords.other]:
    'uncle aunt brother sister relative neighbour neighbor kaka kaki mama mami foi fua chacha chachi bhai ben भाई बहन चाचा चाची मामा मामी કાકા કાકી મામા મામી ભાઈ બહેન ફોઈ',
})

const rules: FieldRule[] = [
  ...studentColumns,
  column('guardian_name', 'Guardian’s name', {
    needed: 'always',
    example: 'Rajesh Patel',
    schema: fieldSchema<unknown>(name),
    read: (cell, _, decided) => readWithoutRemark(parentName(withoutTitles(cell)), decided.name),
    decides: { kind: 'name', of: 'parent' },
  }),
  column('relation', 'Relation', {
    sameForAll: true,
    example: relationWords.father,
    allowed: `${relationLabels.join(', ')}; ${relationWords.guardian} if it is blank`,
    choices: relationLabels,
    read: (cell) => {
      const word = readChoice(cell, relationLabels, relations)
      const relation = guardianRelations.find((one) => relationWords[one] === word)
      return relation
        ? { ok: true, text: relation }
        : { ok: false, problem: `Write one of: ${relationLabels.join(', ')}` }
    },
  }),
  column('mobile_number', 'Mobile number', {
    example: '98250 12345',
    allowed: 'Ten digits, with or without +91',
    schema: fieldSchema<unknown>(mobileNumber),
    read: readMobile,
  }),
  column('email', 'E-mail', {
    example: 'rajesh.patel@example.com',
    schema: fieldSchema<unknown>(email),
    read: (cell) => ({ ok: true, text: cell.replace(/\s/g, '').toLowerCase() }),
  }),
]

const stored = {
  publicId: text('g.public_id'),
  name: text('g.name'),
  mobile: textOrNull('g.mobile_number'),
  email: textOrNull('g.email'),
  isWrong: flag("(g.mobile_state = 'wrong' OR g.email_state = 'wrong')"),
  isRestricted: flag(`EXISTS (SELECT 1 FROM guardian_links r WHERE r.school_id = g.school_id AND r.guardian_id = g.id
    AND (r.may_see = 0 OR r.may_pay = 0 OR r.is_told = 0 OR r.shut_out_at IS NOT NULL))`),
}
const storedLink = {
  guardianId: text('g.public_id'),
  childId: number('k.student_id'),
  childName: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  relation: wordOf<GuardianRelation>('k.relation'),
}

/** Recorded guardians who have a contact or a child that the file names; each with all children. */
async function readKnown({ schoolId }: SchoolScope, rows: readonly GuardianRow[]): Promise<KnownGuardian[]> {
  const guardians = new Map<string, KnownGuardian & { publicId: string }>()
  const read = async (condition: string, values: ReadonlyArray<string | number>) => {
    for (const part of inParts([...new Set(values)])) {
      const found: Array<RowOf<typeof stored>> = await selectRows(
        stored,
        `FROM family_guardians g WHERE g.school_id = :schoolId AND ${condition} ORDER BY g.id`,
        { schoolId, part },
      )
      for (const one of found) if (!guardians.has(one.publicId)) guardians.set(one.publicId, { ...one, children: [] })
    }
  }
  await read(
    'g.mobile_number IN (:part)',
    rows.flatMap(({ mobile }) => mobile ?? []),
  )
  await read(
    'g.email IN (:part)',
    rows.flatMap((row) => row.email ?? []),
  )
  await read(
    'EXISTS (SELECT 1 FROM guardian_links k WHERE k.school_id = g.school_id AND k.guardian_id = g.id AND k.student_id IN (:part))',
    rows.map(({ child }) => child.id),
  )
  for (const part of inParts([...guardians.keys()])) {
    const links = await selectRows(
      storedLink,
      `FROM guardian_links k JOIN family_guardians g ON g.school_id = k.school_id AND g.id = k.guardian_id
       JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id
       WHERE k.school_id = :schoolId AND g.public_id IN (:part) ORDER BY k.id`,
      { schoolId, part },
    )
    for (const { guardianId, childId, childName, relation } of links)
      guardians.get(guardianId)?.children.push({ id: childId, name: childName, relation })
  }
  return [...guardians.values()]
}

async function plan(
  scope: SchoolScope,
  rows: readonly ReadRow[],
  settings: ImportSettings,
  { lock = false } = {},
): Promise<ImportPlan> {
  // Takes the same lock as batches of proposals; otherwise two imports at once would create the same guardians twice.
  if (lock) await lockRows('FROM schools WHERE id = :schoolId', { schoolId: scope.schoolId })
  const find = await studentFinder(scope, rows, settings)
  const verdicts = new Map<number, Verdict>()
  const readable = rows.flatMap((row): GuardianRow[] => {
    const { values, line } = row
    const { student, problems } = find(values)
    const all = [...problems, ...lackingColumns(rules, values, 'always')]
    if (!student || all.length > 0) {
      verdicts.set(line, rejectedFor(all))
      return []
    }
    return [
      {
        line,
        child: { id: student.id, name: student.name },
        name: values.guardian_name ?? '',
        relation: (values.relation ?? 'guardian') as GuardianRelation,
        mobile: values.mobile_number ?? null,
        email: values.email ?? null,
      },
    ]
  })
  const planned = planGuardians(readable, await readKnown(scope, readable))
  for (const [index, { line }] of readable.entries()) {
    const verdict = planned.verdicts[index]
    if (verdict) verdicts.set(line, verdict)
  }
  return {
    verdicts: rows.map(({ line }) => verdicts.get(line) ?? rejectedFor([])),
    notes: notesOf(planned.links),
    preview: async () => {
      const classes = await readClassesOf(
        scope,
        readable.map(({ child }) => child.id),
      )
      const rowOf = new Map(readable.map((row) => [row.line, row]))
      const linkOf = new Map(planned.links.map((link) => [link.line, link]))
      return {
        valuesOf: (index) => {
          const line = rows[index]?.line ?? 0
          const row = rowOf.get(line)
          if (!row || verdicts.get(line)?.outcome === 'rejected') return []
          return [...studentValues(row.child, classes), ...guardianValues(row, linkOf.get(line))]
        },
        totals: totalsOf(planned.links, classes),
      }
    },
    touches: {},
    write: async (school, progress) => {
      if (planned.links.length === 0) return { ok: true }
      const doubtful = planned.links.filter(({ doubt }) => doubt !== null).length
      const batch = await writeBatch(school, randomUUID(), linksOf(planned.links), { doubtful })
      await progress(planned.links.length)
      return { ok: true, ...(await idsOfBatch(school, batch)) }
    },
  }
}

/** Values of the guardian whom a row links to its child, as the portal will have them; empty without a new link. */
function guardianValues(row: GuardianRow, link: PlannedLink | undefined): PlannedValue[] {
  if (!link) return []
  const { guardian, relation } = link
  const contacts = [
    ['Mobile number', 'mobile_number', guardian.mobile, row.mobile],
    ['E-mail', 'email', guardian.email, row.email],
  ] as const
  return [
    { label: 'Guardian’s name', text: guardian.name, from: ['guardian_name'] },
    { label: 'Relation', text: relationWords[relation], from: ['relation'], otherwise: [] },
    ...contacts.flatMap(([label, key, recorded, written]) =>
      recorded === null && written === null ? [] : [{ label, text: recorded ?? nothing, from: [key], otherwise: [] }],
    ),
  ]
}

function totalsOf(links: readonly PlannedLink[], classes: ClassesOfStudents) {
  const byClass = new Totals('New guardians of students by class')
  for (const { child } of links) byClass.add(classes.get(child.id)?.className ?? withoutClass)
  return byClass.table('classes')
}

/** Links to write; the links of one guardian to several children share one guardian object. */
function linksOf(planned: readonly PlannedLink[]): NewLink[] {
  const guardians = new Map<KnownGuardian, NewLink['guardian']>()
  return planned.map(({ guardian: known, child, relation, doubt }) => {
    const guardian = guardians.get(known) ?? {
      publicId: known.publicId ?? newPublicId(),
      isNew: known.publicId === null,
      name: known.name,
      mobileNumber: known.mobile,
      email: known.email,
    }
    guardians.set(known, guardian)
    return { guardian, studentId: child.id, relation, ...rightsIn(doubt) }
  })
}

function notesOf(links: readonly PlannedLink[]): string[] {
  const fresh = new Set(links.flatMap(({ guardian }) => (guardian.publicId === null ? [guardian] : [])))
  const families = new Set(links.flatMap(({ guardian }) => (guardian.children.length > 1 ? [guardian] : [])))
  const doubtful = links.filter(({ doubt }) => doubt !== null).length
  return [
    ...(links.length === 0
      ? []
      : [`${counted(fresh.size, 'new guardian')}, ${counted(links.length, 'child', 'children')} linked.`]),
    ...(families.size === 0 ? [] : [`Guardians of several children: ${families.size}.`]),
    ...(doubtful === 0 ? [] : [`Links without messages or rights until the office checks them: ${doubtful}.`]),
  ]
}

/** Guardians of students: one guardian for all children who share them. Adds guardians and links; changes none. */
export const guardians: KindOfImport = {
  columns: rules.map(({ spec }) => spec),
  identifies: (has) => has('guardian_name') && namesStudents(has),
  labelOf: ({ guardian_name, student_name, enrollment_number }) =>
    [guardian_name, student_name ?? enrollment_number].filter(Boolean).join(', '),
  previewColumns: ['Student', 'Relation', 'Mobile number'],
  rules,
  reader: (today, decisions) => readerOf(rules, today, decisions),
  plan,
}
