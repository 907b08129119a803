import { type Language, languages } from '~/language/language'

/** SQL: a localized text in one language, null where it is not written; sorted and compared like any other text. */
export const localizedSql = (column: string, language: Language) =>
  `CONVERT(JSON_UNQUOTE(JSON_EXTRACT(${column}, '$.${language}')) USING utf8mb4) COLLATE utf8mb4_unicode_ci`

export const localizedSearch = (column: string) => languages.map((language) => localizedSql(column, language))

/** SQL: sorts codes of languages in the order of the list. */
export const languageOrder = (column: string) => `FIELD(${column}, '${languages.join("', '")}')`
