import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, DataTable, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { findCertificate } from '~/models/learning/certificates/certificates.server'
import { draftParts } from '~/models/learning/certificates/issue.server'
import { listedItems } from '~/models/learning/certificates/rules'

export const handle = pageTitle(() => 'Office copy')

/** Numbered content of a certificate, to be copied by hand into the school's book. */
export async function loader(args: LoaderFunctionArgs) {
  const { thing } = await openThing(args, { may: 'certificates:view', find: findCertificate })
  const { view, kindName, studentName, numberText, bookNumber, publicId } = thing
  const parts = view ?? draftParts(thing, listedItems(thing.items), todayInIndia(new Date()))
  const { items, paragraphs, amounts, notes } = parts
  const rows = [
    ...(view?.facts ?? []),
    ...items,
    ...paragraphs.map((words) => ['Text', words] as const),
    ...(amounts ? [...amounts.rows, amounts.total] : []),
    ...notes.map((words) => ['Note', words] as const),
  ]
  return {
    id: publicId,
    called: `${kindName} of ${studentName}`,
    numbers: [bookNumber ? `Book ${bookNumber}` : '', numberText ?? 'Not issued yet'].filter(Boolean).join(', '),
    rows: rows.map(([label, value], index) => ({ number: index + 1, label, value })),
  }
}

export default function CertificateSheetPage() {
  const { id, called, numbers, rows } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Office copy" context={`${called}. ${numbers}.`} />
      <DataTable
        caption={called}
        rows={rows}
        rowKey={(row) => row.number}
        columns={[
          { label: 'No.', cell: (row) => row.number },
          { label: 'Item', role: 'title', cell: (row) => row.label },
          { label: 'Entry', cell: (row) => row.value },
        ]}
      />
      <p className="actions">
        <ButtonLink href={schoolPaths.certificate(id)} variant="secondary" label="Back" />
      </p>
    </>
  )
}
