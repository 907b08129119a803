import type { Migration } from '../../app/database/migration'

const parts = ['nature', 'consequences', 'measures', 'steps', 'contact']

/**
 * Data breaches (Rule 7 of the DPDP Rules, 2025; CERT-In's directions of 2022): the case, its texts, the affected
 * people, and acknowledgements.
 */
export const up: Migration = async (run) => {
  // noticed_on, noticed_minute: time (IST) at which the school noticed the breach; both legal deadlines start there.
  await run(`CREATE TABLE breach_cases (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    title VARCHAR(120) NOT NULL,
    noticed_on DATE NOT NULL,
    noticed_minute INT UNSIGNED NOT NULL,
    nature VARCHAR(1000) NOT NULL,
    extent VARCHAR(1000) NULL,
    happened VARCHAR(200) NULL,
    location VARCHAR(200) NULL,
    cause VARCHAR(1000) NULL,
    measures VARCHAR(1500) NULL,
    remedies VARCHAR(1500) NULL,
    sent_at DATETIME(3) NULL,
    sent_by_name VARCHAR(120) NULL,
    cert_in_told_at DATETIME(3) NULL,
    cert_in_reference VARCHAR(120) NULL,
    board_told_at DATETIME(3) NULL,
    board_reference VARCHAR(120) NULL,
    details_told_at DATETIME(3) NULL,
    details_reference VARCHAR(120) NULL,
    closed_at DATETIME(3) NULL,
    closing_remarks VARCHAR(1000) NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY breach_cases_public_id (public_id),
    UNIQUE KEY breach_cases_form_key (school_id, form_key),
    CONSTRAINT breach_cases_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // Text for the families: the parts required by Rule 7, in each language that the school uses.
  await run(`CREATE TABLE breach_texts (
    case_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    ${['en', 'hi', 'gu'].flatMap((language) => parts.map((part) => `${part}_${language} VARCHAR(800) NULL,`)).join('\n    ')}
    CONSTRAINT breach_texts_case FOREIGN KEY (case_id) REFERENCES breach_cases (id),
    CONSTRAINT breach_texts_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // asked_at: the owner requested the notification of this student; students added later wait for a new request.
  // told_at: the notice is on the student's pages, and mails are queued. acknowledged_at: the student confirmed reading
  // it.
  await run(`CREATE TABLE breach_people (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    case_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    found_by ENUM('list','section','school','audit','sign_ins','sessions','downloads') NOT NULL,
    asked_at DATETIME(3) NULL,
    told_at DATETIME(3) NULL,
    acknowledged_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY breach_people_public_id (public_id),
    UNIQUE KEY breach_people_once (case_id, student_id),
    KEY breach_people_of_student (student_id, acknowledged_at),
    KEY breach_people_to_tell (case_id, told_at, id),
    CONSTRAINT breach_people_case FOREIGN KEY (case_id) REFERENCES breach_cases (id),
    CONSTRAINT breach_people_student FOREIGN KEY (student_id) REFERENCES students (id),
    CONSTRAINT breach_people_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // A guardian's acknowledgement, for each child.
  await run(`CREATE TABLE breach_guardians (
    person_id BIGINT UNSIGNED NOT NULL,
    guardian_id BIGINT UNSIGNED NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    acknowledged_at DATETIME(3) NOT NULL,
    PRIMARY KEY (person_id, guardian_id),
    KEY breach_guardians_of (school_id, guardian_id),
    CONSTRAINT breach_guardians_person FOREIGN KEY (person_id) REFERENCES breach_people (id),
    CONSTRAINT breach_guardians_guardian FOREIGN KEY (guardian_id) REFERENCES family_guardians (id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)

  // Breach mails are counted per case and kept with it.
  await run(`ALTER TABLE outgoing_mail ADD COLUMN breach_person_id BIGINT UNSIGNED NULL,
    ADD CONSTRAINT outgoing_mail_breach_person FOREIGN KEY (breach_person_id) REFERENCES breach_people (id)`)
}
