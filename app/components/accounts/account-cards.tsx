import { RadioGroup } from '~/components/forms'
import { DataSaverForm } from '~/components/shell/data-saver-form'
import { Button, ButtonLink, Card } from '~/components/ui'
import { useRootData } from '~/http/use-root-data'
import { languageNames, languages } from '~/language/language'
import { m } from '~/language/paraglide/messages'

type AccountCardsProps = {
  /** URL of the page itself, to which the data saver form returns. */
  path: string
  changePassword: string
  /** URL to which the language form posts, and the label of its choices. */
  language: string
  languageText: string
  sessions: string
}

/** Settings that students and guardians share: password, language, data saver and sessions. */
export function AccountCards({ path, changePassword, language, languageText, sessions }: AccountCardsProps) {
  const { language: current, dataSaver } = useRootData()
  return (
    <>
      <Card title={m.accounts_password()}>
        <p>{m.accounts_settings_password_text()}</p>
        <ButtonLink href={changePassword} variant="secondary" label={m.accounts_change_title()} />
      </Card>
      <Card title={m.accounts_language()}>
        {/* Reloads the whole document after a language change, because every text of the page changes. */}
        <form method="post" action={language}>
          <RadioGroup
            label={languageText}
            name="language"
            defaultValue={current}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
          <Button type="submit" variant="secondary">
            {m.accounts_language_button()}
          </Button>
        </form>
      </Card>
      <DataSaverForm on={dataSaver} path={path} />
      <Card title={m.accounts_sessions_title()}>
        <p>{m.accounts_sessions_card()}</p>
        <ButtonLink href={sessions} variant="secondary" label={m.accounts_sessions_show()} />
      </Card>
    </>
  )
}
