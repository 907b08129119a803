import { randomUUID } from 'node:crypto'
import { flag, inTransaction, number, selectRow, selectRows } from '~/database/database.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { columnsOf } from '~/kit/tables/table.server'
import { type Language, languages } from '~/language/language'
import type { Localized } from '~/language/localized'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { kindForm } from './certificate-fields'
import { itemsForm } from './item-fields'
import { type CertificateBase, hasItems, isLetter } from './options'
import { listedItems, placeholders, unknownPlaceholders } from './rules'
import { CertificateKind } from './tables.server'
import { usualKinds } from './usual-kinds'

/** Items that a school may list in a kind of certificate, by name; the portal fills in `issued_on`. */
export const itemNames: readonly string[] = [...Object.values(itemsForm.fields).map(({ name }) => name), 'issued_on']

const counts = {
  certificates: number('(SELECT COUNT(*) FROM certificates x WHERE x.school_id = t.school_id AND x.kind_id = t.id)'),
  requests: number(
    '(SELECT COUNT(*) FROM certificate_requests r WHERE r.school_id = t.school_id AND r.kind_id = t.id)',
  ),
}

const used = {
  ...counts,
  numbered: flag(`EXISTS (SELECT 1 FROM certificate_counters n WHERE n.school_id = t.school_id AND n.kind_id = t.id
    AND n.financial_year = :thisYear)`),
}

const thisYear = () => financialYearOf(todayInIndia(new Date()))

/** Records of the school's kinds of certificate. Base and prefix are fixed once a certificate of the kind exists. */
export const kinds = {
  ...plainReads(CertificateKind, kindForm, {
    listed: ['name', 'base', 'prefix', 'bookNumber', 'isRequestable'],
    counts,
    more: columnsOf(CertificateKind, 't', 'firstYear'),
    search: ['t.name', 't.prefix'],
    filters: {},
    orders: { name: 't.name' },
  }),
  ...plainRecords(CertificateKind, kindForm, {
    kind: 'certificate-kind',
    details: ({ name, prefix, bookNumber, firstNumber }) => ({ name, prefix, bookNumber, firstNumber }),
    check: ({ base, items, text = {} }, say) => {
      if (base === undefined || base === null) return
      if (hasItems(base)) {
        const listed = listedItems(items ?? null).map(({ name }) => name)
        const wrong = listed.find((name) => !itemNames.includes(name))
        if (listed.length === 0) say('items', `List the items: ${itemNames.join(', ')}`)
        else if (wrong !== undefined) say('items', `${wrong} is not one of the items: ${itemNames.join(', ')}`)
        else if (new Set(listed).size < listed.length) say('items', 'An item is listed twice')
      }
      if (!isLetter(base)) return
      if (languages.every((language) => !text[language])) say('text_en', 'Enter the text in at least one language')
      for (const language of languages) {
        const [unknown] = unknownPlaceholders(text[language] ?? '')
        if (unknown !== undefined)
          say(`text_${language}`, `{${unknown}} is not a known placeholder. There are {${placeholders.join('}, {')}}`)
      }
    },
    taken: { certificate_kinds_name: 'name-taken', certificate_kinds_prefix: 'prefix-taken' },
    held: { certificate_requests_kind: 'asked-for', '*': 'in-use' },
    refuse: async (scope, row, { base, prefix, firstNumber }) => {
      const isSame = row.base === base && row.prefix === prefix
      if (isSame && row.firstNumber === firstNumber) return null
      const fromClause = 'FROM certificate_kinds t WHERE t.school_id = :schoolId AND t.id = :id'
      const values = { schoolId: scope.schoolId, id: row.id, thisYear: thisYear() }
      const kind = await selectRow(used, fromClause, values)
      if (kind?.certificates && !isSame) return row.base === base ? refused('numbered') : refused('in-use')
      return kind?.numbered && row.firstNumber !== firstNumber ? refused('numbers-taken') : null
    },
    // The first number applies only to the year in which it was entered.
    save: async ({ row, values, write }) => {
      const firstYear = row && row.firstNumber === values.firstNumber ? row.firstYear : thisYear()
      await write({ ...values, firstYear })
      return null
    },
  }),
}

/** Creates the usual kinds for a school that has none. Refuses `there-already`. */
export function addUsualKinds(scope: SchoolScope): Promise<Outcome<undefined, 'there-already'>> {
  const { schoolId } = scope
  return inTransaction(
    async () => {
      if (await CertificateKind.findOne({ where: { schoolId }, raw: true })) return refused('there-already')
      const always = { schoolId, bookNumber: null, firstNumber: 1, firstYear: thisYear(), isRequestable: true }
      await CertificateKind.bulkCreate(
        usualKinds.map((kind) => ({ ...kind, ...always, publicId: newPublicId(), formKey: randomUUID() })),
      )
      await recordAudit(scope, {
        action: 'certificate-kinds.added',
        subject: { kind: 'school', id: schoolId },
        details: { kinds: usualKinds.map(({ name }) => name).join(', ') },
      })
      return done()
    },
    // A concurrent request created them.
    { certificate_kinds_name: 'there-already', certificate_kinds_prefix: 'there-already' },
  )
}

/** Lists the school's kinds by name; for a family, those it may request (it downloads fee certificates instead). */
export function listKinds(scope: SchoolScope | StudentScope) {
  const isFamily = 'studentId' in scope
  return selectRows(
    columnsOf(CertificateKind, 'k', 'publicId', 'name', 'base'),
    `FROM certificate_kinds k WHERE k.school_id = :schoolId ${isFamily ? "AND k.is_requestable = 1 AND k.base <> 'fee'" : ''} ORDER BY k.name`,
    { schoolId: scope.schoolId },
  )
}

export function kindTextOf({ text }: { text: Localized }, language: Language): string | null {
  return text[language] ?? null
}

/** Returns whether a certificate of the kind is available in this language: a letter needs a text in it. */
export const isWrittenIn = (kind: Parameters<typeof kindTextOf>[0] & { base: CertificateBase }, language: Language) =>
  !isLetter(kind.base) || kindTextOf(kind, language) !== null
