// The tables of a WordPress database with WooCommerce, as both create them (columns, types, keys).

export type Layout = 'hpos' | 'posts'

const ID = 'bigint(20) unsigned not null auto_increment'
const BIG = 'bigint(20) unsigned'
const ZERO = "datetime not null default '0000-00-00 00:00:00'"
const MONEY = 'decimal(26,8) null'

const meta = (id: string, owner: string) => `
  ${id} ${ID}, ${owner} ${BIG} not null default 0, meta_key varchar(255) default null, meta_value longtext,
  primary key (${id}), key ${owner} (${owner}), key meta_key (meta_key(191))`

const COMMON: Record<string, string> = {
  options: `option_id ${ID}, option_name varchar(191) not null default '', option_value longtext not null,
    autoload varchar(20) not null default 'yes', primary key (option_id), unique key option_name (option_name)`,
  posts: `ID ${ID}, post_author ${BIG} not null default 0, post_date ${ZERO}, post_date_gmt ${ZERO},
    post_content longtext not null, post_title text not null, post_excerpt text not null,
    post_status varchar(20) not null default 'publish', comment_status varchar(20) not null default 'open',
    ping_status varchar(20) not null default 'open', post_password varchar(255) not null default '',
    post_name varchar(200) not null default '', to_ping text not null, pinged text not null,
    post_modified ${ZERO}, post_modified_gmt ${ZERO}, post_content_filtered longtext not null,
    post_parent ${BIG} not null default 0, guid varchar(255) not null default '', menu_order int(11) not null default 0,
    post_type varchar(20) not null default 'post', post_mime_type varchar(100) not null default '',
    comment_count bigint(20) not null default 0, primary key (ID), key post_name (post_name(191)),
    key type_status_date (post_type, post_status, post_date, ID), key post_parent (post_parent),
    key post_author (post_author)`,
  postmeta: meta('meta_id', 'post_id'),
  terms: `term_id ${ID}, name varchar(200) not null default '', slug varchar(200) not null default '',
    term_group bigint(10) not null default 0, primary key (term_id), key slug (slug(191)), key name (name(191))`,
  termmeta: meta('meta_id', 'term_id'),
  term_taxonomy: `term_taxonomy_id ${ID}, term_id ${BIG} not null default 0, taxonomy varchar(32) not null default '',
    description longtext not null, parent ${BIG} not null default 0, count bigint(20) not null default 0,
    primary key (term_taxonomy_id), unique key term_id_taxonomy (term_id, taxonomy), key taxonomy (taxonomy)`,
  term_relationships: `object_id ${BIG} not null default 0, term_taxonomy_id ${BIG} not null default 0,
    term_order int(11) not null default 0, primary key (object_id, term_taxonomy_id),
    key term_taxonomy_id (term_taxonomy_id)`,
  users: `ID ${ID}, user_login varchar(60) not null default '', user_pass varchar(255) not null default '',
    user_nicename varchar(50) not null default '', user_email varchar(100) not null default '',
    user_url varchar(100) not null default '', user_registered ${ZERO},
    user_activation_key varchar(255) not null default '', user_status int(11) not null default 0,
    display_name varchar(250) not null default '', primary key (ID), key user_login_key (user_login),
    key user_nicename (user_nicename), key user_email (user_email)`,
  usermeta: meta('umeta_id', 'user_id'),
  woocommerce_attribute_taxonomies: `attribute_id ${ID}, attribute_name varchar(200) not null,
    attribute_label varchar(200) null, attribute_type varchar(20) not null, attribute_orderby varchar(20) not null,
    attribute_public int(1) not null default 1, primary key (attribute_id), key attribute_name (attribute_name(20))`,
  woocommerce_order_items: `order_item_id ${ID}, order_item_name text not null,
    order_item_type varchar(200) not null default '', order_id ${BIG} not null,
    primary key (order_item_id), key order_id (order_id)`,
  woocommerce_order_itemmeta: `meta_id ${ID}, order_item_id ${BIG} not null, meta_key varchar(255) default null,
    meta_value longtext, primary key (meta_id), key order_item_id (order_item_id), key meta_key (meta_key(32))`,
}

const HPOS: Record<string, string> = {
  wc_orders: `id ${BIG}, status varchar(20) null, currency varchar(10) null, type varchar(20) null,
    tax_amount ${MONEY}, total_amount ${MONEY}, customer_id ${BIG} null, billing_email varchar(320) null,
    date_created_gmt datetime null, date_updated_gmt datetime null, parent_order_id ${BIG} null,
    payment_method varchar(100) null, payment_method_title text null, transaction_id varchar(100) null,
    ip_address varchar(100) null, user_agent text null, customer_note text null, primary key (id),
    key status (status), key date_created (date_created_gmt),
    key customer_id_billing_email (customer_id, billing_email(171)), key billing_email (billing_email(191)),
    key type_status_date (type, status, date_created_gmt), key parent_order_id (parent_order_id),
    key date_updated (date_updated_gmt)`,
  wc_order_addresses: `id ${ID}, order_id ${BIG} not null, address_type varchar(20) null, first_name text null,
    last_name text null, company text null, address_1 text null, address_2 text null, city text null,
    state text null, postcode text null, country text null, email varchar(320) null, phone varchar(100) null,
    primary key (id), key order_id (order_id), unique key address_type_order_id (address_type, order_id),
    key email (email(191)), key phone (phone)`,
  wc_order_operational_data: `id ${ID}, order_id ${BIG} null, created_via varchar(100) null,
    woocommerce_version varchar(20) null, prices_include_tax tinyint(1) null,
    coupon_usages_are_counted tinyint(1) null, download_permission_granted tinyint(1) null,
    cart_hash varchar(100) null, new_order_email_sent tinyint(1) null, order_key varchar(100) null,
    order_stock_reduced tinyint(1) null, date_paid_gmt datetime null, date_completed_gmt datetime null,
    shipping_tax_amount ${MONEY}, shipping_total_amount ${MONEY}, discount_tax_amount ${MONEY},
    discount_total_amount ${MONEY}, recorded_sales tinyint(1) null, primary key (id),
    unique key order_id (order_id), key order_key (order_key)`,
  wc_orders_meta: `id ${ID}, order_id ${BIG} null, meta_key varchar(255), meta_value text null, primary key (id),
    key meta_key_value (meta_key(100), meta_value(82)),
    key order_id_meta_key_meta_value (order_id, meta_key(100), meta_value(82))`,
}

/**
 * A store of the old layout has no tables for orders; a new one has everything. Indexes are separate, since creating them
 * after the rows is much faster.
 */
export function createTables(layout: Layout, prefix: string): { tables: string[]; indexes: string[] } {
  const all = Object.entries(layout === 'hpos' ? { ...COMMON, ...HPOS } : COMMON)
  const parts = all.map(([name, text]) => {
    const [columns, ...indexes] = text.split(/,\s+(?=(?:unique )?key )/)
    return { table: `\`${prefix}${name}\``, columns, indexes: indexes.map((index) => `add ${index}`) }
  })
  return {
    tables: parts.map(
      ({ table, columns }) =>
        `create table ${table} (${columns}) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_ci`,
    ),
    indexes: parts.flatMap(({ table, indexes }) =>
      indexes.length === 0 ? [] : [`alter table ${table} ${indexes.join(', ')}`],
    ),
  }
}
