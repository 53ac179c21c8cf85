create index rollup_guest_accounts_month on rollup_guest_accounts (month, order_id);
