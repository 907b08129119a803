import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { counted } from '~/models/core/shared/counted'
import { copyFeeForm, copyFeeRefusals } from '~/models/money/fees/concession-fields'
import { copyFeeSchema } from '~/models/money/fees/concession-schema.server'
import { classesForFee, copyFee } from '~/models/money/fees/copy-fee.server'
import { findFeePlan } from '~/models/money/fees/queries.server'
import { sessionChoices } from '~/models/people/academics/queries.server'

export const handle = pageTitle(() => 'Copy fee', { hasForm: true })

const page = creating({
  may: 'fees:edit',
  form: copyFeeForm,
  schema: copyFeeSchema,
  within: findFeePlan,
  more: async ({ name, className, sessionName, sessionPublicId }, scope) => {
    const sessions = choicesOf(await sessionChoices(scope))
    // Sessions are sorted newest first, so the previous entry is the next year.
    const sessionIndex = sessions.findIndex(({ value }) => value === sessionPublicId)
    const academicSession = sessions[Math.max(0, sessionIndex - 1)]?.value ?? ''
    const classes = await classesForFee(scope, { name, session: academicSession })
    const without = classes.filter(({ isTaken }) => !isTaken).map(({ publicId }) => publicId)
    return {
      title: `Copy ${name}`,
      context: `${className}, ${sessionName}`,
      sessions,
      classes: choicesOf(classes),
      start: { name, academicSession, classes: without },
    }
  },
  start: (_scope, _query, _staff, _fee, { start }) => start,
  create: (scope, _formKey, values, at) => copyFee(scope, at, values),
  refusals: copyFeeRefusals,
  created: (_made, _at, _plan, { academicSession }) => `${schoolPaths.fees}?session=${academicSession}`,
  message: ({ isAssigned }, { value: { made, raised, passedOver } }) => {
    const skippedWords =
      passedOver.length > 0
        ? ` ${passedOver.join(', ')} already had a fee with this name: nothing was created or assigned there.`
        : ''
    const owed = isAssigned ? `assigned: ${counted(raised, 'due')} added` : 'no one owes them until they are assigned'
    return `${counted(made, 'fee')} created; ${owed}.${skippedWords}`
  },
})
export const loader = page.loader
export const action = page.action

/** Copies a fee to the same class for next year, or to other classes, as offices do every April. */
export default formPage<typeof loader>({
  form: copyFeeForm,
  title: ({ more }) => more.title,
  context: ({ more }) => more.context,
  submit: 'Make copies',
  cancelHref: ({ at }) => schoolPaths.fee(at),
  known: ({ more }) => ({ academicSession: { options: more.sessions }, classes: { options: more.classes } }),
  above: (
    <p className="soft">
      Heads, instalments and the late fine stay the same; due dates move by the number of years between the sessions.
      Amounts can be edited before a copy is assigned.
    </p>
  ),
})
