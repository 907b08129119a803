import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { ButtonLink, Card, type Column, DataTable, EmptyState, PageHead, Pager, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { pageOf } from '~/models/core/shared/paging'
import { listOwnCertificates, listPaidYears } from '~/models/learning/certificates/fee-certificates.server'
import { kindNameIn } from '~/models/learning/certificates/kind-names'
import type { CertificateBase } from '~/models/learning/certificates/options'
import { listOwnRequests } from '~/models/learning/certificates/requests.server'
import { certificateStateWord, requestStateWord, requestTones } from './__words'

export const handle = pageTitle(() => m.certificates_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, publicId, guardian } = await requireStudent(context, request)
  const [requests, issued, years] = await Promise.all([
    listOwnRequests(scope, pageOf(new URL(request.url).searchParams)),
    listOwnCertificates(scope),
    listPaidYears(scope),
  ])
  const translateKindName = <Row extends { base: CertificateBase; kindName: string }>(row: Row) => ({
    ...row,
    kindName: kindNameIn(row.base, row.kindName, currentLanguage()),
  })
  return {
    requests: { ...requests, rows: requests.rows.map(translateKindName) },
    issued: issued.map(translateKindName),
    years,
    child: guardian && publicId,
  }
}

type Shown = Awaited<ReturnType<typeof loader>>

function requestColumns(): Column<Shown['requests']['rows'][number]>[] {
  const language = currentLanguage()
  return [
    { label: m.certificates_kind(), role: 'title', cell: (row) => row.kindName },
    { label: m.certificates_asked_on(), cell: (row) => formatDay(row.askedOn, language) },
    {
      label: m.certificates_status(),
      cell: (row) => <span className={`badge ${requestTones[row.state]}`}>{requestStateWord(row.state)}</span>,
    },
    {
      label: m.certificates_answer(),
      cell: (row) =>
        row.state === 'pending' || row.state === 'taken_up'
          ? m.certificates_answer_by({ date: formatDay(row.answerBy, language) })
          : (row.answer ?? '–'),
    },
    {
      label: m.certificates_withdraw(),
      role: 'actions',
      cell: (row) =>
        row.state === 'pending' ? (
          <a className="btn btn-secondary" href={paths.student.withdrawCertificate(row.publicId)}>
            {m.certificates_withdraw()}
          </a>
        ) : null,
    },
  ]
}

function issuedColumns(): Column<Shown['issued'][number]>[] {
  const language = currentLanguage()
  return [
    { label: m.certificates_kind(), role: 'title', cell: (row) => row.kindName },
    { label: m.certificates_number(), cell: (row) => row.number },
    { label: m.certificates_issued_on(), cell: (row) => (row.issuedOn ? formatDay(row.issuedOn, language) : '–') },
    { label: m.certificates_status(), cell: (row) => certificateStateWord(row.state) },
    {
      label: m.certificates_paper(),
      role: 'actions',
      cell: (row) =>
        row.base === 'fee' && row.state === 'issued' ? (
          <a className="btn btn-secondary" href={paths.student.certificateCopy(row.copy)} data-file>
            {m.certificates_download()}
          </a>
        ) : null,
    },
  ]
}

export default function OwnCertificatesPage() {
  const { requests, issued, years, child } = useLoaderData<typeof loader>()
  const { rows, page, pages } = requests
  const ask = <ButtonLink href={paths.student.newCertificate} variant="next" icon="plus" label={m.certificates_ask()} />
  return (
    <>
      <PageHead title={m.certificates_title()} context={m.certificates_context()} action={ask} />
      <div className="stack">
        {years.length === 0 ? null : (
          <Card title={m.certificates_title_fee()}>
            <p>{m.certificates_fee_context()}</p>
            <Form
              method="post"
              action={paths.student.feeCertificate + (child ? `?child=${child}` : '')}
              className="actions"
              reloadDocument
            >
              {years.map((year) => (
                <SubmitButton
                  key={year}
                  variant="secondary"
                  busyText={m.certificates_sending()}
                  name="year"
                  value={year}
                >
                  {m.certificates_fee_of({ year })}
                </SubmitButton>
              ))}
            </Form>
          </Card>
        )}
        <Card title={m.certificates_requests()}>
          {rows.length === 0 ? (
            <EmptyState icon="exam" title={m.certificates_requests_none()} text={m.certificates_requests_none_text()} />
          ) : (
            <DataTable
              caption={m.certificates_requests()}
              columns={requestColumns()}
              rows={rows}
              rowKey={(row) => row.publicId}
            />
          )}
          <Pager
            page={page}
            pages={pages}
            hrefFor={(number) =>
              number === 1 ? paths.student.certificates : `${paths.student.certificates}?page=${number}`
            }
          />
        </Card>
        {issued.length === 0 ? null : (
          <Card title={m.certificates_issued()}>
            <DataTable
              caption={m.certificates_issued()}
              columns={issuedColumns()}
              rows={issued}
              rowKey={(row) => row.copy}
            />
          </Card>
        )}
      </div>
    </>
  )
}
