import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { formatDay } from '~/models/core/shared/calendar'
import { nextMonthOf } from '~/models/money/hostels/apply/other-room.server'
import { stayForm } from '~/models/money/hostels/decide/decision-fields'
import { changeStay } from '~/models/money/hostels/stay/change-stay.server'
import { exactRupees } from '../__application-page'
import { contextOf, decisionPageOptions } from './__hostel-application.server'
import { decisionRefusals } from './__words'

export const handle = pageTitle(() => 'Change the stay', { hasForm: true })

const page = editing({
  may: decisionPageOptions.may,
  form: stayForm,
  find: decisionPageOptions.find,
  more: async (application, scope) => {
    const { startsOn, checkedInOn, mealPlanIncluded, mealPlanFeePaise } = application
    const from = startsOn && formatDay(await nextMonthOf(scope, { ...application, startsOn }), 'en')
    const price = exactRupees(mealPlanFeePaise)
    return {
      context: contextOf(application),
      hasMovedIn: checkedInOn !== null,
      meals: mealPlanIncluded ? `Included in this hostel: ${price} a month` : `${price} a month, charged from ${from}`,
    }
  },
  update: changeStay,
  refusals: {
    over: decisionRefusals.over,
    'moved-in': { checkInDate: 'The student has moved in: the check-in date cannot be changed' },
    'months-raised': { checkInDate: 'A second month is already due: the check-in date cannot be changed' },
    'check-in-past': { checkInDate: 'The date is in the past' },
    'check-in-outside-year': { checkInDate: 'The date is outside the academic year applied for' },
    'check-out-before': { checkOutDate: 'The check-out date must be after the check-in date' },
    'check-out-past': { checkOutDate: 'The date is in the past. Use check-out to end the stay.' },
    'provider-down': decisionRefusals['provider-down'],
  },
  updated: schoolPaths.hostelApplication,
  message: () => decisionPageOptions.message,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: stayForm,
  title: 'Change the stay',
  context: ({ more }) => more.context,
  above: (
    <p>
      Months are counted from the day of check-in, and unpaid dues are due by that day. The amounts of existing dues do
      not change.
    </p>
  ),
  known: ({ more }) => ({
    checkInDate: more.hasMovedIn ? { readOnly: true, hint: 'The student has moved in' } : {},
    mealPlanRequired: { hint: more.meals },
  }),
  cancelHref: ({ at }) => schoolPaths.hostelApplication(at),
})
