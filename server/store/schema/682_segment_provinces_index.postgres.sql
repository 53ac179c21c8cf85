create index rollup_segment_provinces_month on rollup_segment_provinces (month, status, dist_id);
