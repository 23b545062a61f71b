import express from 'express'; import pg from 'pg';
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const app = express(); app.use(express.json());
let n = 0;
app.post('/checkout/sessions', async (req, res) => {
  const id = 'floor_' + process.pid + '_' + n++;
  const b = JSON.stringify;
  await pool.query({ name: 'i', text: `insert into checkout_sessions (id, merchant_id, livemode, version, created_at, updated_at, expires_at, status, payment_status, currency, amount_subtotal, amount_total, total_details, line_items, settings, custom_fields) values ($1,$2,false,1,now(),now(),now()+interval '1 day','open','unpaid','EGP',12500,12500,$3,$4,$5,$6)`,
    values: [id, 'acct_test', b({ amountDiscount: 0, amountTax: 0 }), b(req.body.lineItems), b(req.body), '[]'] });
  res.status(201).json({ id, ...req.body });
});
app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('up'));
