import { flag, inTransaction, number, selectRows, text } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findSession } from '~/models/people/academics/queries.server'
import { assignPlan } from './assign-fee.server'
import type { copyFeeForm } from './concession-fields'
import { auditFee, writeRows } from './fees.server'
import { findFeePlan } from './queries.server'
import { shiftYears, yearsBetween } from './rules'
import { Fee } from './tables.server'

const forFee = {
  id: number('c.id'),
  publicId: text('c.public_id'),
  name: text('c.name'),
  isTaken: flag(`EXISTS (SELECT 1 FROM fees f JOIN academic_sessions a ON a.id = f.academic_session_id
    WHERE a.public_id = :session AND f.class_id = c.id AND f.name = :name)`),
}

/**
 * Lists the school's classes in order; `isTaken`: the class already has a fee with the name `name` in the session with
 * the public id `session`.
 */
export function classesForFee({ schoolId }: SchoolScope, filters: { name: string; session: string }) {
  const from = 'FROM classes c WHERE c.school_id = :schoolId ORDER BY c.position, c.name, c.id'
  return selectRows(forFee, from, { schoolId, ...filters })
}

/**
 * Copies a fee with its heads, instalments and late fine to other classes or another session; due dates move by the
 * years between the sessions. Copies are unassigned unless `isAssigned`. Skips classes that already have a fee of that
 * name in the session; refuses `nothing-new` if all do, as when the form is submitted twice.
 */
export async function copyFee(scope: SchoolScope, publicId: string, values: ValuesOf<typeof copyFeeForm>) {
  return inTransaction(
    async () => {
      const plan = await findFeePlan(scope, publicId)
      if (!plan) return refused('not-found')
      const [from, session] = [
        await findSession(scope, plan.sessionPublicId),
        await findSession(scope, values.academicSession),
      ]
      if (!from || !session) return refused('no-such-session')
      const classIds = new Set(values.classes)
      const ofSchool = await classesForFee(scope, { name: values.name, session: values.academicSession })
      const classes = ofSchool.filter(({ publicId: id }) => classIds.has(id))
      if (classes.length < classIds.size) return refused('no-such-class')
      const free = classes.filter((one) => !one.isTaken)
      if (free.length === 0) return refused('nothing-new')
      const years = yearsBetween(from.startsOn, session.startsOn)
      const instalments = plan.instalments.map((one) => ({ ...one, dueOn: shiftYears(one.dueOn, years) }))
      let raised = 0
      for (const ofClass of free) {
        const key = newPublicId()
        const fee = await Fee.create({
          publicId: key,
          schoolId: scope.schoolId,
          academicSessionId: session.id,
          classId: ofClass.id,
          name: values.name,
          fineRule: plan.fineRule,
          formKey: `copy-${key}`,
        })
        const rows = instalments.map(({ title, dueOn, amountPaise }) => ({ title, dueOn, amountPaise }))
        await writeRows(fee.id, { heads: plan.heads, instalments: rows })
        const copy = values.isAssigned ? await findFeePlan(scope, key) : null
        if (copy) raised += await assignPlan(scope, copy)
      }
      const names = free.map((one) => one.name).join(', ')
      await auditFee(scope, 'fee.copied', plan.id, { name: values.name, session: session.name, classes: names })
      const passedOver = classes.filter((one) => one.isTaken).map((one) => one.name)
      return done({ made: free.length, raised, passedOver })
    },
    // A concurrent request has created a fee of this name in one of the classes.
    { fees_name: 'name-taken' },
  )
}
