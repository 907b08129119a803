import { useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { ListPage } from '~/kit/pages/list-page'
import { baseWords } from '~/models/learning/certificates/certificate-fields'
import { kinds } from '~/models/learning/certificates/kinds.server'

export const handle = pageTitle(() => 'Types of certificate')

const list: ListOf<typeof kinds.list> = {
  path: schoolPaths.certificateKinds,
  file: { path: schoolPaths.certificateKindsFile, name: 'certificate-kinds.csv' },
  noun: 'certificate kind',
  may: 'certificates:view',
  add: { href: schoolPaths.newCertificateKind, may: 'settings:edit' },
  search: { label: 'Search', placeholder: 'Name' },
  filters: {},
  columns: [
    {
      label: 'Name',
      role: 'title',
      sort: 'name',
      value: 'name',
      href: (row, mayEdit) => (mayEdit ? schoolPaths.editCertificateKind(row.publicId) : null),
    },
    { label: 'Content', value: (row) => baseWords[row.base] },
    { label: 'Letters', value: 'prefix' },
    { label: 'Book', value: 'bookNumber' },
    { label: 'Families may ask', value: (row) => (row.isRequestable ? 'Yes' : 'No') },
    { label: 'Certificates', align: 'end', value: 'certificates' },
  ],
}

export const loader = listLoader(list, kinds.list)

export default function CertificateKindsPage() {
  const { list: shown, mayAdd } = useLoaderData<typeof loader>()
  return (
    <ListPage
      list={list}
      title="Types of certificate"
      context="Text and numbering of each type of certificate."
      icon="exam"
      empty={{
        text: 'Add the standard types, and adapt them to the school’s board.',
        action:
          mayAdd && shown.total === 0 ? (
            <ButtonLink href={schoolPaths.usualCertificateKinds} variant="next" label="Add standard types" />
          ) : undefined,
      }}
      above={
        mayAdd ? (
          <nav className="actions" aria-label="More about certificates">
            <ButtonLink href={schoolPaths.certificateSettings} variant="secondary">
              Signatories and school code
            </ButtonLink>
          </nav>
        ) : null
      }
    />
  )
}
