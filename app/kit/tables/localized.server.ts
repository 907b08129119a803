import { type Language, languages } from '~/language/language'

/** SQL of a localized text in one language, sorted and compared like other texts; null if that language is missing. */
export const localizedSql = (column: string, language: Language) =>
  `CONVERT(JSON_UNQUOTE(JSON_EXTRACT(${column}, '$.${language}')) USING utf8mb4) COLLATE utf8mb4_unicode_ci`

export const localizedSearch = (column: string) => languages.map((language) => localizedSql(column, language))

/** SQL that sorts language codes in the order of `languages`. */
export const languageOrder = (column: string) => `FIELD(${column}, '${languages.join("', '")}')`
