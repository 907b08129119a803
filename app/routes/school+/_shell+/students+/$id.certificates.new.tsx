import { Alert } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { languageWords } from '~/language/language'
import { formatDay } from '~/models/core/shared/calendar'
import { draftForm, draftRefusals } from '~/models/learning/certificates/certificate-fields'
import { draftCertificate } from '~/models/learning/certificates/drafts.server'
import { listKinds } from '~/models/learning/certificates/kinds.server'
import { listWaiting } from '~/models/learning/certificates/requests.server'
import { findStudentRecord } from '~/models/people/students/queries.server'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => 'New certificate', { hasForm: true })

const page = creating({
  may: 'certificates:edit',
  form: draftForm,
  within: (scope, id: string) => findStudentRecord(scope, id),
  more: async (student, scope) => ({
    name: fullName(student),
    kinds: choicesOf((await listKinds(scope)).filter(({ base }) => base !== 'fee')),
    waiting: (await listWaiting(scope, student.id)).map(({ publicId, kindName, language, purpose, askedOn }) => ({
      id: publicId,
      words: `${kindName} in ${languageWords[language]}, requested on ${formatDay(askedOn, 'en')}: ${purpose}`,
    })),
  }),
  create: (scope, formKey, values, id) => draftCertificate(scope, formKey, { student: id, ...values }),
  refusals: draftRefusals,
  created: (certificateId) => schoolPaths.certificate(certificateId),
  message: 'Check it: it gets no number before you issue it.',
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: draftForm,
  title: ({ more }) => `New certificate for ${more.name}`,
  context: 'It is filled in from register, marks, attendance and dues, and can be corrected before it is issued.',
  submit: 'Begin',
  above: ({ more }) =>
    more.waiting.length > 0 ? (
      <Alert tone="info" title="The family is waiting for an answer">
        <ul>
          {more.waiting.map(({ id, words }) => (
            <li key={id}>
              <a href={schoolPaths.certificateRequest(id)}>{words}</a>
            </li>
          ))}
        </ul>
        <p>A certificate of the same type and language answers the request; any other leaves it open.</p>
      </Alert>
    ) : null,
  known: ({ more }) => ({ kind: { options: more.kinds } }),
  cancelHref: ({ at }) => schoolPaths.student(String(at)),
})
