import { m } from '~/language/paraglide/messages'
import { Icon } from './icon'

const languages = { en: 'English', hi: 'हिन्दी', gu: 'ગુજરાતી' }

export type LanguageCode = keyof typeof languages

/** Chooses the language without script: each name, in its own script, is a button that posts to /language. */
export function LanguageMenu({ language, path }: { language: LanguageCode; path: string }) {
  return (
    <details className="menu">
      <summary>
        <Icon name="language" />
        <span className="sr">{`${m.shell_language()} `}</span>
        <span className="wide">{languages[language]}</span>
      </summary>
      <form className="menu-panel" method="post" action="/language">
        <input type="hidden" name="redirectTo" value={path} />
        {(Object.keys(languages) as LanguageCode[]).map((code) => (
          <button
            key={code}
            className="go"
            type="submit"
            name="language"
            value={code}
            lang={code}
            aria-current={code === language ? 'true' : undefined}
          >
            {languages[code]}
          </button>
        ))}
      </form>
    </details>
  )
}
