import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { findClass, findSession } from '~/models/academics/queries.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { type FineRule, fineRuleText } from '~/models/ledger/fine-rules'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { sumOf } from './rules'
import type { FeeFields } from './schema'
import { Fee } from './tables.server'
import { writeRows } from './write-rows.server'

export type CreateFeeRefusal = 'no-such-session' | 'no-such-class' | 'name-taken'

/**
 * Adds a fee to a class and session; nobody owes it before it is assigned. The same form sent again answers with the fee that
 * it made the first time. Amounts in paise.
 */
export async function createFee(
  scope: SchoolScope,
  formKey: string,
  fields: FeeFields & { fineRule?: FineRule | null },
): Promise<Outcome<string, CreateFeeRefusal>> {
  try {
    return await inTransaction(async () => {
      const session = await findSession(scope, fields.academic_session)
      if (!session) return refused('no-such-session')
      const ofClass = await findClass(scope, fields.class)
      if (!ofClass) return refused('no-such-class')
      const fee = await Fee.create({
        publicId: newPublicId(),
        schoolId: scope.schoolId,
        academicSessionId: session.id,
        classId: ofClass.id,
        name: fields.name,
        fineRule: fineRuleText(fields.fineRule ?? null),
        formKey,
      })
      await writeRows(fee.id, fields)
      await recordAudit(scope, {
        action: 'fee.created',
        subject: { kind: 'fee', id: fee.id },
        details: {
          name: fields.name,
          class: ofClass.name,
          session: session.name,
          totalPaise: sumOf(fields.heads),
          instalments: fields.instalments.length,
        },
      })
      return done(fee.publicId)
    })
  } catch (error) {
    const key = violatedUniqueKey(error)
    if (key === 'fees_name') return refused('name-taken')
    if (key !== 'fees_form_key') throw error
    const first = await Fee.findOne({
      attributes: ['publicId'],
      where: { schoolId: scope.schoolId, formKey },
      raw: true,
    })
    if (!first) throw error
    return done(first.publicId)
  }
}
