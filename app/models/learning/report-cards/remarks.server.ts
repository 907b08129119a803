import { exists, numberOrNull, selectRow, selectRows } from '~/database/database.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { localizedSearch, localizedSql } from '~/kit/tables/localized.server'
import { columnsOf } from '~/kit/tables/table.server'
import { wordsIn } from '~/language/localized'
import { refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { remarkForm } from './scheme-fields'
import { ReportRemark } from './tables.server'

/** Sentences of the school's remark bank. */
export const remarks = {
  ...plainReads(ReportRemark, remarkForm, {
    listed: ['code', 'sentence'],
    counts: {},
    more: {},
    search: localizedSearch('t.sentence'),
    filters: {},
    orders: { code: 't.code', sentence: localizedSql('t.sentence', 'en') },
  }),
  ...plainRecords(ReportRemark, remarkForm, {
    kind: 'report-remark',
    details: ({ code, sentence }) => ({ code, english: wordsIn(sentence, 'en') }),
    lastDetails: ({ code, sentence }) => ({ code, english: wordsIn(sentence, 'en') }),
    taken: { report_remarks_code: 'code-taken' },
    held: {},
    // The number cannot change, because entries refer to the sentence by it.
    refuse: async (_, row, { code }) => (code === row.code ? null : refused('code-set')),
    keep: async ({ schoolId }, { code }) => {
      const isNamed = await exists(
        `FROM report_entries WHERE school_id = :schoolId AND FIND_IN_SET(:code, REPLACE(remark_codes, ' ', ',')) > 0`,
        { schoolId, code },
      )
      return isNamed ? refused('in-use') : null
    },
  }),
}

/**
 * Lists all sentences by number; `lock` locks them for the transaction, so that none is deleted while an entry refers
 * to it.
 */
export function remarkSentences({ schoolId }: SchoolScope, { lock = false } = {}) {
  const columns = columnsOf(ReportRemark, 't', 'code', 'sentence')
  const lockClause = lock ? 'LOCK IN SHARE MODE' : ''
  return selectRows(columns, `FROM report_remarks t WHERE t.school_id = :schoolId ORDER BY t.code ${lockClause}`, {
    schoolId,
  })
}
export type RemarkSentence = Awaited<ReturnType<typeof remarkSentences>>[number]

export async function nextRemarkCode({ schoolId }: SchoolScope): Promise<number> {
  const last = { code: numberOrNull('MAX(code)') }
  const row = await selectRow(last, 'FROM report_remarks WHERE school_id = :schoolId', { schoolId })
  return Math.min((row?.code ?? 0) + 1, 999)
}
