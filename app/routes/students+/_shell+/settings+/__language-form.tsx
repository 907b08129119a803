import { RadioGroup } from '~/components/forms'
import { Button } from '~/components/ui'
import { paths } from '~/http/paths'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'

/** Each language under its own name. A whole document follows, since every word of the page changes. */
export function LanguageForm({ language }: { language: Language }) {
  return (
    <form method="post" action={paths.student.settingsLanguage}>
      <RadioGroup
        label={m.accounts_language_text()}
        name="language"
        defaultValue={language}
        options={[
          { value: 'en', label: 'English' },
          { value: 'hi', label: 'हिन्दी' },
          { value: 'gu', label: 'ગુજરાતી' },
        ]}
      />
      <Button type="submit" variant="secondary">
        {m.accounts_language_button()}
      </Button>
    </form>
  )
}
