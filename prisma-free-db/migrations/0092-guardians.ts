import type { Migration } from '../../app/database/migration'

/**
 * Guardians: a school's record of an adult in a child's family, the rights of that adult for each child, and the
 * installation-wide account by which one person signs in for all children of all schools.
 */
export const up: Migration = async (run) => {
  // Belongs to no school: a school's own row refers to it after the person has activated the school's invitation.
  await run(`CREATE TABLE guardian_accounts (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    name VARCHAR(120) NOT NULL,
    mobile_number VARCHAR(10) COLLATE utf8mb4_bin NULL,
    email VARCHAR(190) NULL,
    password_hash VARCHAR(200) NOT NULL,
    password_changed_at DATETIME(3) NOT NULL,
    language ENUM('en','hi','gu') NULL,
    status ENUM('active','inactive') NOT NULL DEFAULT 'active',
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY guardian_accounts_public_id (public_id),
    KEY guardian_accounts_by_mobile (mobile_number, status),
    KEY guardian_accounts_by_email (email, status)
  ) ENGINE=InnoDB`)

  // The older table `guardians` has the parents' data of a student's form; these rows are persons.
  // mobile_state: 'wrong' is an unused number or a stranger's; nothing is sent to it.
  await run(`CREATE TABLE family_guardians (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    account_id BIGINT UNSIGNED NULL,
    name VARCHAR(120) NOT NULL,
    mobile_number VARCHAR(10) COLLATE utf8mb4_bin NULL,
    mobile_state ENUM('unproved','proved','wrong') NOT NULL DEFAULT 'unproved',
    email VARCHAR(190) NULL,
    email_state ENUM('unproved','proved','wrong') NOT NULL DEFAULT 'unproved',
    language ENUM('en','hi','gu') NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY family_guardians_public_id (public_id),
    UNIQUE KEY family_guardians_form_key (school_id, form_key),
    UNIQUE KEY family_guardians_of_account (school_id, account_id),
    UNIQUE KEY family_guardians_of_school (school_id, id),
    KEY family_guardians_by_mobile (school_id, mobile_number),
    KEY family_guardians_by_account (account_id),
    CONSTRAINT family_guardians_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT family_guardians_account FOREIGN KEY (account_id) REFERENCES guardian_accounts (id)
  ) ENGINE=InnoDB`)

  // Rights of one guardian for one child. shut_out_at: the student is 18 and lets no guardian view or pay.
  await run(`CREATE TABLE guardian_links (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    guardian_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    relation ENUM('father','mother','grandparent','guardian','other') NOT NULL,
    may_see TINYINT NOT NULL,
    may_pay TINYINT NOT NULL,
    is_told TINYINT NOT NULL,
    position SMALLINT UNSIGNED NOT NULL DEFAULT 1,
    note VARCHAR(200) NULL,
    shut_out_at DATETIME(3) NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY guardian_links_public_id (public_id),
    UNIQUE KEY guardian_links_pair (school_id, guardian_id, student_id),
    KEY guardian_links_of_student (school_id, student_id, position),
    CONSTRAINT guardian_links_guardian FOREIGN KEY (school_id, guardian_id) REFERENCES family_guardians (school_id, id) ON DELETE CASCADE,
    CONSTRAINT guardian_links_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)

  await run(`ALTER TABLE audit_entries MODIFY actor_kind ENUM('staff','student','system','guardian') NOT NULL`)
}
