import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { ButtonLink, Card, PageHead, Tabs } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { LoadTrouble } from '~/routes/students+/_shell+/__load-trouble'
import { ApplicationList } from './__application-list'
import { HostelList } from './__hostel-list'
import { availableHostels, hostelGuide, myApplications } from './__hostel-list.server'

export const handle = pageTitle(() => m.hostels_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, guardian } = await requireStudent(context, request)
  if (new URL(request.url).searchParams.get('tab') === 'applications')
    return { tab: 'applications' as const, list: await myApplications(scope, request, guardian !== null) }
  const list = await availableHostels(scope, request)
  return list ? { tab: 'hostels' as const, list } : { tab: 'guide' as const, guide: hostelGuide() }
}

const loadHref = `${paths.student.hostels}?load=1`

export default function HostelsPage() {
  const view = useLoaderData<typeof loader>()
  const { dataSaver } = useRootData()
  return (
    <>
      <PageHead title={m.hostels_title()} />
      <Tabs
        label={m.hostels_parts()}
        tabs={[
          { href: paths.student.hostels, label: m.hostels_available(), current: view.tab !== 'applications' },
          { href: paths.student.hostelApplications, label: m.hostels_mine(), current: view.tab === 'applications' },
        ]}
      />
      {view.tab === 'applications' ? (
        <ApplicationList {...view.list} />
      ) : view.tab === 'hostels' ? (
        <HostelList list={view.list} dataSaver={dataSaver} />
      ) : (
        <HostelGuide guide={view.guide} />
      )}
    </>
  )
}

function HostelGuide({ guide: { title, steps, load } }: { guide: ReturnType<typeof hostelGuide> }) {
  return (
    <Card title={title}>
      <ol className="guide">
        {steps.map((step) => (
          <li key={step.title}>
            <strong>{step.title}</strong>
            <br />
            <span className="soft">{step.text}</span>
          </li>
        ))}
      </ol>
      <p className="actions">
        <ButtonLink href={loadHref} variant="next" icon="hostel" label={load} />
      </p>
    </Card>
  )
}

export function ErrorBoundary() {
  const { search } = useLocation()
  const isMine = new URLSearchParams(search).get('tab') === 'applications'
  return (
    <LoadTrouble
      title={m.hostels_title()}
      text={isMine ? m.hostels_applications_failed() : m.hostels_failed()}
      href={isMine ? paths.student.hostelApplications : loadHref}
      again={m.hostels_try_again()}
    />
  )
}
