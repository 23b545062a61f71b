/** Tables of the floor: the least that the same data needs, in a schema of its own on the same Postgres. */
export const floorSchema = `
  drop schema if exists floor cascade;
  create schema floor;
  create table floor.products (
    id text primary key, merchant_id text not null, name text not null, description text, active boolean not null,
    metadata jsonb not null, created_at timestamptz not null default now());
  create index on floor.products (merchant_id, created_at desc, id desc);
  create table floor.prices (
    id text primary key, product_id text not null references floor.products, currency text not null,
    unit_amount bigint not null, stock bigint, created_at timestamptz not null default now());
  create index on floor.prices (product_id);
  create table floor.sessions (
    id text primary key, merchant_id text not null, status text not null, amount bigint not null, currency text not null,
    created_at timestamptz not null default now());
  create table floor.line_items (
    id bigserial primary key, session_id text not null references floor.sessions, price_id text not null,
    quantity bigint not null, amount bigint not null);
  create table floor.payments (
    id text primary key, session_id text not null references floor.sessions, amount bigint not null,
    status text not null, created_at timestamptz not null default now());
  create table floor.refunds (id text primary key, payment_id text not null references floor.payments, amount bigint not null);
  create table floor.deliveries (id bigserial primary key, payload text not null, status integer, finished_at timestamptz);
`;
