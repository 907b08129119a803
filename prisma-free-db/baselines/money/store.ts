/** The school store. Amounts are in paise, prices include tax. */
export const store = `
-- Defaults without a row: cash on delivery, no note, no tax number.
CREATE TABLE store_settings (
  school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, collect_note VARCHAR(300) NULL,
  cod_allowed TINYINT NOT NULL DEFAULT 1, gstin CHAR(15) COLLATE utf8mb4_bin NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, updated_at DATETIME(3) NOT NULL,
  CONSTRAINT store_settings_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

CREATE TABLE products (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, name VARCHAR(120) NOT NULL, description VARCHAR(1000) NULL,
  price_paise BIGINT NOT NULL, sale_price_paise BIGINT NULL, tax_basis_points SMALLINT UNSIGNED NOT NULL DEFAULT 0,
  hsn_code VARCHAR(8) COLLATE utf8mb4_bin NULL, low_stock_at INT UNSIGNED NOT NULL DEFAULT 5,
  is_active TINYINT NOT NULL DEFAULT 1, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY products_public_id (public_id), UNIQUE KEY products_in_school (school_id, id),
  UNIQUE KEY products_name (school_id, name), UNIQUE KEY products_form_key (school_id, form_key),
  CONSTRAINT products_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT products_price CHECK (price_paise > 0),
  CONSTRAINT products_sale_price CHECK (sale_price_paise IS NULL OR (sale_price_paise > 0
    AND sale_price_paise < price_paise))
) ENGINE=InnoDB;

-- Every product has at least one variant; a product without sizes has one with an empty label. stock is the quantity
-- available for sale: an order reserves its items when placed and returns them when it ends without a handover.
CREATE TABLE product_variants (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, product_id BIGINT UNSIGNED NOT NULL, label VARCHAR(40) NOT NULL,
  position SMALLINT UNSIGNED NOT NULL, stock INT NOT NULL, is_active TINYINT NOT NULL DEFAULT 1,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY product_variants_public_id (public_id), UNIQUE KEY product_variants_in_school (school_id, id),
  UNIQUE KEY product_variants_label (product_id, label),
  CONSTRAINT product_variants_product FOREIGN KEY (school_id, product_id) REFERENCES products (school_id, id),
  CONSTRAINT product_variants_stock CHECK (stock >= 0)
) ENGINE=InnoDB;

CREATE TABLE product_images (
  product_id BIGINT UNSIGNED NOT NULL, file_id BIGINT UNSIGNED NOT NULL, position SMALLINT UNSIGNED NOT NULL,
  PRIMARY KEY (product_id, file_id),
  CONSTRAINT product_images_file FOREIGN KEY (file_id) REFERENCES files (id),
  CONSTRAINT product_images_product FOREIGN KEY (product_id) REFERENCES products (id)
) ENGINE=InnoDB;

-- Manual changes by the office: counts and write-offs.
CREATE TABLE stock_changes (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  variant_id BIGINT UNSIGNED NOT NULL, change_by INT NOT NULL, stock_after INT UNSIGNED NOT NULL,
  reason VARCHAR(200) NULL, made_by VARCHAR(120) NOT NULL, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY stock_changes_form_key (school_id, form_key), KEY stock_changes_of_variant (variant_id, id),
  CONSTRAINT stock_changes_variant FOREIGN KEY (school_id, variant_id) REFERENCES product_variants (school_id, id) ON DELETE CASCADE,
  CONSTRAINT stock_changes_something CHECK (change_by <> 0)
) ENGINE=InnoDB;

-- Orders and invoices are numbered without gaps per school and financial year, like receipts.
CREATE TABLE order_counters (
  school_id BIGINT UNSIGNED NOT NULL, kind ENUM('order','invoice') NOT NULL,
  financial_year CHAR(7) COLLATE utf8mb4_bin NOT NULL, last_number INT UNSIGNED NOT NULL,
  PRIMARY KEY (school_id, kind, financial_year),
  CONSTRAINT order_counters_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- reserved_until: time at which an unpaid online order releases its stock; NULL for cash on delivery and paid orders.
-- paid_at: settlement of the due; packed and handed over describe the goods. invoice_view: an invoice never changes,
-- even if the school's name or tax number does.
CREATE TABLE orders (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL,
  financial_year CHAR(7) COLLATE utf8mb4_bin NOT NULL, number INT UNSIGNED NOT NULL,
  invoice_year CHAR(7) COLLATE utf8mb4_bin NULL, invoice_number INT UNSIGNED NULL,
  method ENUM('razorpay','cod') NOT NULL, state ENUM('placed','paid','packed','handed_over','cancelled') NOT NULL,
  total_paise BIGINT NOT NULL, reserved_until DATETIME(3) NULL, placed_at DATETIME(3) NOT NULL,
  paid_at DATETIME(3) NULL, invoiced_at DATETIME(3) NULL, invoice_view MEDIUMTEXT NULL, packed_at DATETIME(3) NULL,
  handed_over_at DATETIME(3) NULL, handed_over_to VARCHAR(120) NULL, cancelled_at DATETIME(3) NULL,
  cancelled_by ENUM('student','office','expiry') NULL, cancel_reason VARCHAR(200) NULL,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY orders_public_id (public_id), UNIQUE KEY orders_in_school (school_id, id),
  UNIQUE KEY orders_number (school_id, financial_year, number), UNIQUE KEY orders_form_key (school_id, form_key),
  UNIQUE KEY orders_invoice (school_id, invoice_year, invoice_number),
  KEY orders_by_state (school_id, state, placed_at), KEY orders_of_student (student_id, placed_at),
  KEY orders_to_expire (reserved_until),
  CONSTRAINT orders_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT orders_total CHECK (total_paise > 0),
  CONSTRAINT orders_cancelled CHECK ((state = 'cancelled') = (cancelled_at IS NOT NULL))
) ENGINE=InnoDB;

-- Ordered items with name, price and tax as at the time of the order.
CREATE TABLE order_items (
  order_id BIGINT UNSIGNED NOT NULL, position SMALLINT UNSIGNED NOT NULL, school_id BIGINT UNSIGNED NOT NULL,
  variant_id BIGINT UNSIGNED NOT NULL, name VARCHAR(120) NOT NULL, label VARCHAR(40) NOT NULL,
  hsn_code VARCHAR(8) COLLATE utf8mb4_bin NULL, unit_price_paise BIGINT NOT NULL,
  tax_basis_points SMALLINT UNSIGNED NOT NULL, quantity INT UNSIGNED NOT NULL,
  PRIMARY KEY (order_id, position), UNIQUE KEY order_items_once (order_id, variant_id),
  CONSTRAINT order_items_order FOREIGN KEY (school_id, order_id) REFERENCES orders (school_id, id),
  CONSTRAINT order_items_variant FOREIGN KEY (school_id, variant_id) REFERENCES product_variants (school_id, id),
  CONSTRAINT order_items_quantity CHECK (quantity > 0),
  CONSTRAINT order_items_price CHECK (unit_price_paise > 0)
) ENGINE=InnoDB;
`
