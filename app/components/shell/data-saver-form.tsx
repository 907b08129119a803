import { paths } from '~/addresses/paths'
import { Button, Card } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

/**
 * Switches data saver for this browser. A plain form loads a whole new document, because data saver decides whether a
 * document has scripts.
 */
export function DataSaverForm({ on, path }: { on: boolean; path: string }) {
  return (
    <Card title={m.public_saver_title()}>
      <p>{on ? m.public_saver_on() : m.public_saver_off()}</p>
      <form method="post" action={paths.dataSaver}>
        <input type="hidden" name="redirectTo" value={path} />
        <input type="hidden" name="saver" value={on ? 'off' : 'on'} />
        <Button type="submit" variant="secondary">
          {on ? m.public_saver_turn_off() : m.public_saver_turn_on()}
        </Button>
      </form>
    </Card>
  )
}
