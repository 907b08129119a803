import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { paperForm } from '~/models/contact/grievances/grievance-fields'
import { fileOnPaper } from '~/models/contact/grievances/grievances.server'
import { todayInIndia } from '~/models/core/shared/calendar'

export const handle = pageTitle(() => 'Enter a grievance', { hasForm: true })

const page = creating({
  may: 'grievances:answer',
  form: paperForm,
  start: () => ({ receivedOn: todayInIndia(new Date()) }),
  create: (scope, formKey, values) => fileOnPaper(scope, formKey, values),
  refusals: {
    'no-student': { enrollmentNumber: 'No student at the school has this enrollment number' },
    day: { receivedOn: 'Enter a date in the last twelve months, today at the latest' },
  },
  created: schoolPaths.grievance,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: paperForm,
  title: 'Enter a grievance',
  context: 'A grievance received on paper or at the counter. The days to answer are counted from the day of receipt.',
  submit: 'Enter grievance',
  cancelHref: schoolPaths.grievances,
})
