import { useLoaderData } from '@remix-run/react'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findCertificate } from '~/models/learning/certificates/certificates.server'
import { correctDraft, draftValues } from '~/models/learning/certificates/drafts.server'
import { contentForm, itemsForm, letterForm } from '~/models/learning/certificates/item-fields'
import { isLetter } from '~/models/learning/certificates/options'
import { listedItems } from '~/models/learning/certificates/rules'
import { issuedAlready } from './__certificate.server'

export const handle = pageTitle(() => 'Correct a certificate', { hasForm: true })

/** Returns a draft with its content by form field; null for an issued certificate, which cannot be edited. */
async function findDraft(scope: SchoolScope, id: string) {
  const certificate = await findCertificate(scope, id)
  return certificate?.state === 'draft' ? { ...certificate, ...draftValues(certificate) } : null
}

const page = editing({
  may: 'certificates:edit',
  form: contentForm,
  find: findDraft,
  more: ({ base, items, kindName, studentName }) => ({
    isLetter: isLetter(base),
    names: listedItems(items).map(({ name }) => name),
    title: `${kindName} of ${studentName}`,
  }),
  update: correctDraft,
  refusals: { 'issued-already': issuedAlready },
  updated: schoolPaths.certificate,
})
export const loader = page.loader
export const action = page.action

export default function EditCertificatePage() {
  const { more } = useLoaderData<typeof loader>()
  const form = more.isLetter ? letterForm : itemsForm
  const unlisted = Object.entries(form.fields).filter(([, { name }]) => !more.isLetter && !more.names.includes(name))
  return (
    <FormPage<typeof loader>
      form={form}
      title={more.title}
      context="It is filled in from register, marks, attendance and dues. Correct any mistakes: it cannot be changed after it is issued."
      known={Object.fromEntries(unlisted.map(([key]) => [key, null]))}
      cancelHref={({ at }) => schoolPaths.certificate(at)}
    />
  )
}
