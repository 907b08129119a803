import { useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { dayColumn, type ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { ListPage } from '~/kit/pages/list-page'
import { languageWords } from '~/language/language'
import { listCertificates } from '~/models/learning/certificates/certificates.server'
import { listKinds } from '~/models/learning/certificates/kinds.server'
import { certificateStates } from '~/models/learning/certificates/options'
import { fullName } from '~/models/people/students/rules'
import { certificateStateWords } from './__words'

export const handle = pageTitle(() => 'Certificates')

type Kinds = Awaited<ReturnType<typeof listKinds>>

const list: ListOf<typeof listCertificates, Kinds> = {
  path: schoolPaths.certificates,
  file: { path: schoolPaths.certificatesFile, name: 'certificates.csv' },
  noun: 'certificate',
  may: 'certificates:view',
  search: { label: 'Search', placeholder: 'Name, number or type' },
  filters: {
    kind: { label: 'Kind', any: 'Any type', options: choicesOf },
    state: {
      label: 'Status',
      any: 'Any status',
      options: certificateStates.map((value) => ({ value, label: certificateStateWords[value].word })),
    },
  },
  columns: [
    dayColumn('Issued on', (row) => row.issuedOn, { sort: 'issued', newestFirst: true }),
    {
      label: 'Student',
      role: 'title',
      sort: 'student',
      value: fullName,
      href: (row) => schoolPaths.certificate(row.publicId),
    },
    { label: 'Enrollment number', only: 'file', value: 'enrollmentNumber' },
    { label: 'Kind', value: 'kindName' },
    { label: 'Number', align: 'nowrap', sort: 'number', value: 'number' },
    { label: 'Language', value: (row) => languageWords[row.language] },
    { label: 'Duplicates', align: 'end', value: 'duplicates' },
    { label: 'Issued by', only: 'file', value: 'issuedByName' },
    {
      label: 'Status',
      value: (row) => certificateStateWords[row.state].word,
      tone: (row) => certificateStateWords[row.state].tone,
    },
  ],
}

export const loader = listLoader(list, listCertificates, listKinds)

export default function CertificatesPage() {
  const { more: kinds } = useLoaderData<typeof loader>()
  return (
    <ListPage
      list={list}
      title="Certificates"
      context="Transfer, leaving, bonafide, character and other certificates, each with its own number."
      icon="exam"
      empty="Start a certificate on a student’s page: New certificate."
      above={
        <>
          <nav className="actions" aria-label="More about certificates">
            <ButtonLink href={schoolPaths.certificateKinds} variant="secondary" label="Types of certificate" />
          </nav>
          {kinds.length > 0 ? null : (
            <Alert tone="info" title="The school has no types of certificate yet">
              <p>
                <a href={schoolPaths.certificateKinds}>Add standard types</a>, and adapt them to the school’s board.
              </p>
            </Alert>
          )}
        </>
      }
    />
  )
}
