import { PageHead, Tabs } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

type TransportTab = 'apply' | 'status' | 'calculator'

export function TransportHead({ current }: { current: TransportTab }) {
  const tab = (name: TransportTab, href: string, label: string) => ({ href, label, current: name === current })
  return (
    <>
      <PageHead title={m.transport_title()} />
      <Tabs
        label={m.transport_parts()}
        tabs={[
          tab('apply', paths.student.transport(), m.transport_tab_apply()),
          tab('status', paths.student.transportStatus, m.transport_tab_status()),
          tab('calculator', paths.student.transport('calculator'), m.transport_tab_calculator()),
        ]}
      />
    </>
  )
}
